import 'server-only';
import type { Event } from '../../content/events.ts';
import { formCaptcha } from '../../forms/form-captcha.tsx';
import { getSubmittedValues } from '../../framework/rsc/index.ts';
import { mail } from '../../mail/mail.ts';
import { site } from '../../site/config.ts';
import { toSitePath } from '../../site/urls.ts';
import { ContactDetails, toMeetingRequest } from './contact-details.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ContactForm } from './contact-form.client.tsx';
import { contactMessage } from './contact-message.ts';

type ContactSectionProps = {
  /** The event at which the visitor wants to meet us. */
  readonly event: Event | null;
};

/** The contact form with alternatives beside it. */
export const ContactSection = async ({ event }: ContactSectionProps) => {
  const [formToken, captcha] = await Promise.all([mail().issueFormToken(), formCaptcha()]);

  return (
    <ContactDetails event={event}>
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
    </ContactDetails>
  );
};
