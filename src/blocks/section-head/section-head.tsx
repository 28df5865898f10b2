import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import styles from './section-head.module.css';

type SectionHeadProps = {
  readonly headline: ReactNode;
  /** The id of the heading, to label the section with it. */
  readonly id?: string;
  readonly bay?: string | undefined;
  readonly label?: string;
  readonly text?: ReactNode;
};

/** Label, headline and introduction of a section. */
export const SectionHead = ({ headline, id, bay, label, text }: SectionHeadProps) => (
  <div className={styles.head}>
    {label && <BayLabel bay={bay}>{label}</BayLabel>}
    <h2 id={id}>{headline}</h2>
    {text && <div className="lead">{text}</div>}
  </div>
);
