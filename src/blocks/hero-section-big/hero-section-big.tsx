import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import { Button, type ButtonVariant } from '../button/button.tsx';
import styles from './hero-section-big.module.css';

type HeroSectionBigProps = {
  readonly headline: string;
  readonly label?: string;
  readonly text?: ReactNode;
  readonly points?: readonly { readonly title?: string; readonly text: string }[];
  readonly buttons?: readonly {
    readonly label: string;
    readonly href: string;
    readonly variant?: ButtonVariant;
  }[];
  /** Overlaps the bottom edge of the section. */
  readonly image?: ReactNode;
};

/** The hero of the home page: the headline, and up to three points in numbered parking bays. */
export const HeroSectionBig = ({ headline, label, text, points = [], buttons = [], image }: HeroSectionBigProps) => (
  <section aria-labelledby="hero">
    <div data-surface="asphalt">
      <div className={styles.content}>
        <div className={styles.words}>
          {label && <BayLabel>{label}</BayLabel>}
          <h1 id="hero" className={styles.headline}>
            {headline}
          </h1>
          {text && <div className={styles.text}>{text}</div>}
          {buttons.length > 0 && (
            <div className={styles.buttons}>
              {buttons.map((button, index) => (
                <Button
                  key={button.href}
                  href={button.href}
                  variant={button.variant ?? (index === 0 ? 'primary' : 'secondary')}
                  hasArrow={index === 0}
                >
                  {button.label}
                </Button>
              ))}
            </div>
          )}
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
      <div className={styles.kerb}>
        <div className={styles.road} data-surface="asphalt" data-print="none" />
        <div className={styles.image}>{image}</div>
      </div>
    )}
  </section>
);
