import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import styles from './subpages-hero.module.css';

type SubpagesHeroProps = {
  readonly headline: ReactNode;
  readonly bay?: string;
  readonly label?: string;
  readonly text?: ReactNode;
  readonly image?: ReactNode;
  /** What stands below the words, for example a search. */
  readonly children?: ReactNode;
};

const LETTER = 54;
const LANE = 216;
const LONGEST_LETTERING = 12;

/** The name of the place, painted on the lane that leads there, as its driver sees it. */
const RoadLettering = ({ children: name }: { readonly children: string }) => (
  <svg className={styles.lettering} viewBox="0 0 440 190" width="440" height="190" aria-hidden="true" focusable="false">
    <path className={styles.paint} d="M138 0h5L38 190H0zM302 0h-5l105 190h38z" />
    <text
      className={styles.letters}
      transform="translate(220 168) scale(1 0.72)"
      textAnchor="middle"
      {...(name.length * LETTER > LANE && { textLength: LANE, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {name}
    </text>
  </svg>
);

/** The opening of every page but the first: the name of the place, as on a sign at the side of the road. */
export const SubpagesHero = ({ headline, bay, label, text, image, children }: SubpagesHeroProps) => (
  <section className={styles.hero} data-surface="asphalt" aria-labelledby="page-title">
    <div className={styles.content} data-image={image ? '' : undefined}>
      <div className={styles.words}>
        {label && <BayLabel {...(bay && { bay })}>{label}</BayLabel>}
        <h1 id="page-title" className={styles.headline}>
          {headline}
        </h1>
        {text && <div className={styles.text}>{text}</div>}
        {children}
      </div>
      {image ? (
        <div>{image}</div>
      ) : (
        label && label.length <= LONGEST_LETTERING && <RoadLettering>{label}</RoadLettering>
      )}
    </div>
    <div className={styles.line} aria-hidden="true" />
  </section>
);
