import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { site } from '../../site/config.ts';
import styles from './application-form.module.css';

type ApplicationFormProps = {
  readonly id: string;
  readonly bay: string;
  /** The form. Without one, the ticket is filled in by mail. */
  readonly children?: ReactNode;
};

const lines = [
  { name: 'Domains', hint: 'one a line; IDN in Unicode or Punycode' },
  { name: 'Uniques a month', hint: 'for each domain' },
  { name: 'Countries and languages', hint: 'from where the visitors come' },
  { name: 'Type of traffic', hint: 'type-in, backlinks, search or bought; networks by name' },
  { name: 'Articles', hint: 'yours, with their addresses, or written by us' },
  { name: 'AdSense', hint: 'whether an account of yours was ever disabled, and why' },
] as const;

const toBody = (): string => lines.map(({ name, hint }) => `${name} (${hint}):\n\n`).join('\n');

const MailTicket = () => (
  <>
    <ol className={styles.lines}>
      {lines.map(({ name, hint }, index) => (
        <li key={name} className={styles.line}>
          <span className={styles.number} aria-hidden="true">
            {String(index + 1).padStart(2, '0')}
          </span>
          <span>
            <strong>{name}</strong> <span className={styles.hint}>{hint}</span>
          </span>
        </li>
      ))}
    </ol>
    <div className={styles.send}>
      <Button
        href={`mailto:${site.supportEmail}?subject=${encodeURIComponent('RSOC for domains: application')}&body=${encodeURIComponent(toBody())}`}
        hasArrow
      >
        Apply by mail
      </Button>
      <p className={styles.hint}>
        Opens a mail to {site.supportEmail} with these lines. You hear from a person within 5 working days.
      </p>
    </div>
  </>
);

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
          text="Six lines are enough. What is missing we ask for, once."
        />
        {children ?? <MailTicket />}
      </div>
    </div>
  </Band>
);
