import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import grid from '../../blocks/band/columns.module.css';
import { Button } from '../../blocks/button/button.tsx';
import { formatDates } from '../../blocks/date/date-range.ts';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import type { Event } from '../../content/events.ts';
import layout from '../../forms/field-layout.module.css';
import { Field, SelectField } from '../../forms/fields.client.tsx';
import { formCaptcha } from '../../forms/form-captcha.tsx';
import { getSubmittedValues } from '../../framework/rsc/index.ts';
import { mail } from '../../mail/mail.ts';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import { ContactForm } from './contact-form.client.tsx';
import { contactMessage, TOPICS } from './contact-message.ts';
import styles from './contact-section.module.css';

type ContactSectionProps = {
  /** The event at which the visitor wants to meet us. */
  readonly event: Event | null;
};

/** The initial text of a message about an event, to which the visitor adds the times. */
const toMeetingRequest = (event: Event): string =>
  `I would like to meet you at ${event.title}, ${formatDates(event)}. Two times that suit me:\n`;

/** `message` is the initial text of the message. */
const ContactFields = ({ message }: { readonly message: string }) => (
  <>
    <div className={layout.pair}>
      <Field name="name" label="Name" autoComplete="name" required />
      <Field name="email" type="email" label="Email address" autoComplete="email" required />
    </div>
    <div className={layout.pair}>
      <SelectField name="topic" label="Topic" choices={TOPICS} required />
      <Field name="company" label="Company" autoComplete="organization" />
    </div>
    <Field
      name="domainCount"
      label="Number of domains"
      hint="If it matters for your question."
      inputMode="numeric"
      className={layout.short}
    />
    <Field name="message" type="textarea" label="Message" defaultValue={message} required />
  </>
);

/** The contact form with links to the FAQ and to the RSOC application beside it. */
export const ContactSection = async ({ event }: ContactSectionProps) => {
  const [formToken, captcha] = await Promise.all([mail().issueFormToken(), formCaptcha()]);

  return (
    <Band labelledBy="write">
      <div className={grid.columns}>
        <div className={styles.form} id="form">
          <SectionHead
            id="write"
            bay="P2"
            label="Write"
            headline={event ? `Meet us at ${event.title}` : 'Your message'}
            text={event && `${formatDates(event)}${event.booth ? `, ${event.booth}` : ''}`}
          />
          <ContactForm
            page={toSitePath(contactMessage.path)}
            query={event ? `?event=${encodeURIComponent(event.slug)}` : ''}
            formToken={formToken}
            values={getSubmittedValues() ?? {}}
            captcha={captcha}
            supportEmail={site.supportEmail}
          >
            <ContactFields message={event ? toMeetingRequest(event) : ''} />
          </ContactForm>
        </div>
        <aside aria-label="Shorter ways" className={styles.ways}>
          <div className={styles.way}>
            <h3 className="h4">Perhaps it is answered already</h3>
            <p className="muted">Set-up, payouts, feeds and RSOC, with a search.</p>
            <Button href={toSitePath('/faq')} variant="quiet" hasArrow>
              Read the FAQ
            </Button>
          </div>
          <div className={styles.way}>
            <h3 className="h4">Applying for RSOC?</h3>
            <p className="muted">That has a page of its own, which asks what we need to know.</p>
            <Button href={toSitePath('/RSOC-for-domains-application')} variant="quiet" hasArrow>
              Go to the application
            </Button>
          </div>
        </aside>
      </div>
    </Band>
  );
};
