import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { listLanes } from '../../blocks/web-blocks/web-blocks.tsx';
import type { Block } from '../../content/blocks.ts';
import styles from './lane-index.module.css';

/** Links to the numbered sections of a page, drawn like the lane signs of a gantry. */
export const LaneIndex = ({ blocks }: { readonly blocks: readonly Block[] }) => {
  const lanes = listLanes(blocks);
  if (lanes.length === 0) return null;

  return (
    <Band spacing="none">
      <nav aria-label="On this page" className={styles.gantry}>
        <ol className={styles.lanes}>
          {lanes.map(({ anchor, bay, label }) => (
            <li key={anchor} className={styles.lane}>
              <a href={`#${anchor}`} className={styles.sign}>
                <span>{label}</span>
                <span className={styles.foot} aria-hidden="true">
                  <span className={styles.bay}>{bay}</span>
                  <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                    <path
                      d="M10.200 2h3.600v12.200l4.600-4.600 2.400 2.400L12 20.800 3.200 12l2.400-2.400 4.600 4.600z"
                      fill="currentColor"
                    />
                  </svg>
                </span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </Band>
  );
};
