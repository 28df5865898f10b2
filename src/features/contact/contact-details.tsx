import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { formatDates } from '../../blocks/date/date-range.ts';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import type { Event } from '../../content/events.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './contact-details.module.css';

type ContactDetailsProps = {
  /** The event at which the visitor wants to meet us. */
  readonly event: Event | null;
  /** The form. */
  readonly children: ReactNode;
};

/** The initial text of a message about an event, to which the visitor adds the times. */
export const toMeetingRequest = (event: Event): string =>
  `I would like to meet you at ${event.title}, ${formatDates(event)}. Two times that suit me:\n`;

/** The contact form with links to the FAQ and to the RSOC application beside it. */
export const ContactDetails = ({ event, children }: ContactDetailsProps) => (
  <Band labelledBy="write">
    <div className={styles.columns}>
      <div className={styles.form} id="form">
        <SectionHead
          id="write"
          bay="P2"
          label="Write"
          headline={event ? `Meet us at ${event.title}` : 'Your message'}
          text={event && `${formatDates(event)}${event.booth ? `, ${event.booth}` : ''}`}
        />
        {children}
      </div>
      <aside aria-label="Shorter ways" className={styles.ways}>
        <div className={styles.way}>
          <h3 className={styles.title}>Perhaps it is answered already</h3>
          <p className={styles.text}>Set-up, payouts, feeds and RSOC, with a search.</p>
          <Button href={toSitePath('/faq')} variant="quiet" hasArrow>
            Read the FAQ
          </Button>
        </div>
        <div className={styles.way}>
          <h3 className={styles.title}>Applying for RSOC?</h3>
          <p className={styles.text}>That has a page of its own, which asks what we need to know.</p>
          <Button href={toSitePath('/RSOC-for-domains-application')} variant="quiet" hasArrow>
            Go to the application
          </Button>
        </div>
      </aside>
    </div>
  </Band>
);
