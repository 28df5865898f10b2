import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../button/button.tsx';
import styles from './cta.module.css';

type CtaProps = {
  readonly headline: ReactNode;
  readonly text?: ReactNode;
  readonly buttons: readonly {
    readonly label: string;
    readonly href: string;
    readonly variant?: ButtonVariant;
  }[];
  readonly level?: 2 | 3;
  readonly id?: string;
};

/** A call to action. The first button is the primary one. */
export const Cta = ({ headline, text, buttons, level = 2, id }: CtaProps) => {
  const Heading = level === 2 ? 'h2' : 'h3';

  return (
    <div className={styles.cta} data-surface="asphalt" data-print="none">
      <div className={styles.words}>
        <Heading id={id}>{headline}</Heading>
        {text && <div className={styles.text}>{text}</div>}
        <div className={styles.buttons}>
          {buttons.map(({ label, href, variant }, index) => (
            <Button
              key={href}
              href={href}
              variant={variant ?? (index === 0 ? 'primary' : 'secondary')}
              hasArrow={index === 0}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <svg className={styles.arrow} viewBox="0 0 160 320" width="160" height="320" aria-hidden="true" focusable="false">
        <path d="M56 320V150H8L80 0l72 150h-48v170z" />
      </svg>
    </div>
  );
};
