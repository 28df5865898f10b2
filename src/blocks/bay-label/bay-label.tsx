import type { ReactNode } from 'react';
import styles from './bay-label.module.css';

type BayLabelProps = {
  readonly children: ReactNode;
  /** The number of the bay, as painted: `P1`. It orders the page for the eye and says nothing to listeners. */
  readonly bay?: string;
  readonly id?: string;
};

/** The label above a headline, in the manner of a bay marking: `P1  WHO WE ARE`. */
export const BayLabel = ({ children, bay, id }: BayLabelProps) => (
  <p className={styles.label} id={id}>
    {bay && (
      <span className={styles.bay} aria-hidden="true">
        {bay}
      </span>
    )}
    {children}
  </p>
);
