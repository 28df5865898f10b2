import type { ReactNode } from 'react';
import styles from './bay-label.module.css';

type BayLabelProps = {
  readonly children: ReactNode;
  /** The number of the section, `P1`, if the page links to the section. Hidden from screen readers. */
  readonly bay?: string | undefined;
};

/** The label above a headline, styled like the marking of a parking bay: `P1  WHO WE ARE`. */
export const BayLabel = ({ children, bay }: BayLabelProps) => (
  <p className={styles.label}>
    {bay && (
      <span className={styles.bay} aria-hidden="true">
        {bay}
      </span>
    )}
    {children}
  </p>
);
