import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import styles from './subpages-hero.module.css';

type SubpagesHeroProps = {
  readonly headline: ReactNode;
  readonly label?: string | undefined;
  /** The way back, above the label. */
  readonly breadcrumb?: ReactNode;
  readonly text?: ReactNode;
  readonly image?: ReactNode;
  /** Content below the text, for example a search form. */
  readonly children?: ReactNode;
};

const LETTER_WIDTH = 54;
const LANE_WIDTH = 216;
const MAX_LETTERING_LENGTH = 12;

/** The label in perspective, as if painted on a road. Decorative. */
const RoadLettering = ({ children: name }: { readonly children: string }) => (
  <svg className={styles.lettering} viewBox="0 0 440 190" width="440" height="190" aria-hidden="true">
    <path fill="var(--road-paint)" d="M138 0h5L38 190H0zM302 0h-5l105 190h38z" />
    <text
      className={styles.letters}
      transform="translate(220 168) scale(1 0.72)"
      textAnchor="middle"
      {...(name.length * LETTER_WIDTH > LANE_WIDTH && { textLength: LANE_WIDTH, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {name}
    </text>
  </svg>
);

/** The hero of every page except the home page. */
export const SubpagesHero = ({ headline, label, breadcrumb, text, image, children }: SubpagesHeroProps) => (
  <section className={styles.hero} data-surface="asphalt" aria-labelledby="page-title">
    <div className={`container ${styles.content}`} data-image={image ? '' : undefined}>
      <div className={styles.words}>
        {breadcrumb}
        {label && (
          <div className={styles.label}>
            <BayLabel>{label}</BayLabel>
          </div>
        )}
        <h1 id="page-title" className={styles.headline}>
          {headline}
        </h1>
        {text && <div className="lead">{text}</div>}
        {children}
      </div>
      {image ? (
        <div>{image}</div>
      ) : (
        label && label.length <= MAX_LETTERING_LENGTH && <RoadLettering>{label}</RoadLettering>
      )}
    </div>
    <div className={styles.line} aria-hidden="true" />
  </section>
);
