import { readEvent } from '../../content/events.ts';
import { readPage } from '../../content/pages.ts';
import { ContactDetails, toMeetingRequest } from '../../features/contact/contact-details.tsx';
import { ContactFields } from '../../features/contact/contact-fields.tsx';
import { ContactForm } from '../../features/contact/contact-form.client.tsx';
import { ContactSent } from '../../features/contact/contact-sent.tsx';
import { ContentHead } from '../../features/content-page/content-head.tsx';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { formCaptcha } from '../../forms/form-captcha.tsx';
import { getSubmittedValues } from '../../framework/rsc/submitted-values.ts';
import { issueFormToken } from '../../mail/form-start.ts';
import { site } from '../../site/config.ts';
import { referenceIn } from '../../site/reference.ts';
import { toSitePath } from '../../site/urls.ts';

export default async function Contact({ query }: { readonly query: string }) {
  const reference = referenceIn(query);
  if (reference) return <ContactSent reference={reference} />;

  const slug = new URLSearchParams(query).get('event') ?? '';
  const [page, event, startedAt, captcha] = await Promise.all([
    readPage('contact'),
    readEvent(slug),
    issueFormToken(),
    formCaptcha(),
  ]);
  const posted = getSubmittedValues();

  return (
    <>
      <ContentHead path="/contact" page={page} fallbackTitle="Contact" hasErrors={posted !== null} />
      <ContentPage page={page} fallbackTitle="Contact" bays={1}>
        <ContactDetails event={event}>
          <ContactForm
            page={toSitePath('/contact')}
            query={event ? `?event=${encodeURIComponent(slug)}` : ''}
            startedAt={startedAt}
            values={posted ?? {}}
            captcha={captcha}
            supportEmail={site.supportEmail}
          >
            <ContactFields message={event ? toMeetingRequest(event) : ''} />
          </ContactForm>
        </ContactDetails>
      </ContentPage>
    </>
  );
}

export const head = 'own';

export const parameters = { event: 'bypass', sent: 'bypass' } as const;

/** The page tells when it was made, by which the time is measured that a visitor takes for the form. */
export const revalidate = 1;

export const readPayload = () => readPage('contact');
