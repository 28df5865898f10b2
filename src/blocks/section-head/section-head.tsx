import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import styles from './section-head.module.css';

type SectionHeadProps = {
  readonly headline: ReactNode;
  /** The id of the heading, to label the section with it. */
  readonly id?: string;
  readonly bay?: string;
  readonly label?: string;
  readonly text?: ReactNode;
  readonly level?: 2 | 3;
};

/** Label, headline and introduction of a section. */
export const SectionHead = ({ headline, id, bay, label, text, level = 2 }: SectionHeadProps) => {
  const Heading = level === 2 ? 'h2' : 'h3';

  return (
    <div className={styles.head}>
      {label && <BayLabel {...(bay && { bay })}>{label}</BayLabel>}
      <Heading id={id}>{headline}</Heading>
      {text && <div className={styles.text}>{text}</div>}
    </div>
  );
};
