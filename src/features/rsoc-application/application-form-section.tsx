import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import styles from './application-form-section.module.css';

type ApplicationFormProps = {
  readonly id: string;
  readonly bay: string;
  /** The form. */
  readonly children: ReactNode;
};

/** The place where the ticket is filled in. */
export const ApplicationForm = ({ id, bay, children }: ApplicationFormProps) => (
  <Band surface="asphalt" labelledBy={`${id}-title`} id={id}>
    <div className={styles.ticket} data-surface="chalk">
      <div className={styles.edge} aria-hidden="true" />
      <div className={styles.sheet}>
        <SectionHead
          id={`${id}-title`}
          bay={bay}
          label="Your ticket"
          headline="Say which domains you have in mind"
          text="Five parts, about ten minutes if the list is ready. What is missing we ask for, once."
        />
        {children}
      </div>
    </div>
  </Band>
);
