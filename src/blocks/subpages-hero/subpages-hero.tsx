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
      {image && <div className={styles.image}>{image}</div>}
    </div>
    <div className={styles.line} aria-hidden="true" />
  </section>
);
