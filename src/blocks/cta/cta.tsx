import type { ReactNode } from 'react';
import { ButtonLinks } from '../button/button-links.tsx';
import styles from './cta.module.css';

type CtaProps = {
  readonly headline: ReactNode;
  readonly text?: ReactNode;
  readonly buttons: readonly { readonly label: string; readonly href: string }[];
  readonly id?: string;
};

/** A call to action. */
export const Cta = ({ headline, text, buttons, id }: CtaProps) => (
  <div className={styles.cta} data-surface="asphalt" data-print="none">
    <div className={styles.words}>
      <h2 id={id}>{headline}</h2>
      {text && <div className={styles.text}>{text}</div>}
      <ButtonLinks buttons={buttons} className={styles.buttons} />
    </div>
    <svg className={styles.arrow} viewBox="0 0 160 320" width="160" height="320" aria-hidden="true">
      <path d="M56 320V150H8L80 0l72 150h-48v170z" />
    </svg>
  </div>
);
