import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import type { Page } from '../../content/pages.ts';
import styles from './lane-index.module.css';

/** Links to the sections of a page that have an anchor, drawn like the lane signs of a gantry. */
export const LaneIndex = ({ page }: { readonly page: Page | null }) => {
  const lanes = (page?.blocks ?? []).flatMap((block) =>
    block.layout === 'split' && block.anchor !== ''
      ? [{ anchor: block.anchor, label: block.label || block.headline }]
      : [],
  );
  if (lanes.length < 2) return null;

  return (
    <Band spacing="none">
      <nav aria-label="On this page" className={styles.gantry}>
        <ol className={styles.lanes}>
          {lanes.map(({ anchor, label }) => (
            <li key={anchor} className={styles.lane}>
              <a href={`#${anchor}`} className={styles.sign}>
                <span>{label}</span>
                <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  <path
                    d="M10.200 2h3.600v12.200l4.600-4.600 2.400 2.400L12 20.800 3.200 12l2.400-2.400 4.600 4.600z"
                    fill="currentColor"
                  />
                </svg>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </Band>
  );
};
