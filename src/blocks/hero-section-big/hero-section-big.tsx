import type { ReactNode } from 'react';
import { ButtonLinks } from '../button/button-links.tsx';
import styles from './hero-section-big.module.css';

type HeroSectionBigProps = {
  readonly headline: string;
  readonly text?: ReactNode;
  readonly points?: readonly { readonly title?: string; readonly text: string }[];
  readonly buttons?: readonly { readonly label: string; readonly href: string }[];
  /** Overlaps the bottom edge of the dark background. */
  readonly image?: ReactNode;
};

/** The hero of the home page and of landing pages. Its points (the CMS allows three) are numbered, in boxes drawn like parking bays. */
export const HeroSectionBig = ({ headline, text, points = [], buttons = [], image }: HeroSectionBigProps) => (
  <section aria-labelledby="hero">
    <div data-surface="asphalt">
      <div className="container">
        <div className={styles.words}>
          <h1 id="hero" className={styles.headline}>
            {headline}
          </h1>
          {text && <div className={styles.text}>{text}</div>}
          {buttons.length > 0 && <ButtonLinks buttons={buttons} className={styles.buttons} />}
        </div>
        {points.length > 0 && (
          <ol className={styles.bays}>
            {points.map((point, index) => (
              <li key={point.text} className={styles.bay}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <p>
                  {point.title && <strong className={styles.title}>{point.title}</strong>}
                  {point.text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
    {image && (
      <div className={styles.imageArea}>
        <div className={styles.road} data-surface="asphalt" data-print="none" />
        <div className={`container ${styles.image}`}>{image}</div>
      </div>
    )}
  </section>
);
