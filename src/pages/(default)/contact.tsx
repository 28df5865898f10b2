import { readEvent } from '../../content/events.ts';
import { readPage } from '../../content/pages.ts';
import { readSite } from '../../content/site.ts';
import { ContactSection } from '../../features/contact/contact-section.tsx';
import { ContactSent } from '../../features/contact/contact-sent.tsx';
import { readTopic } from '../../features/contact/contact-topics.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { getSubmittedValues } from '../../framework/render/index.ts';
import { referenceIn } from '../../site/reference.ts';

export default async function Contact({ query }: { readonly query: string }) {
  const reference = referenceIn(query);
  if (reference) return <ContactSent reference={reference} />;

  const searchParams = new URLSearchParams(query);
  const [page, event, { phone, hours }] = await Promise.all([
    readPage('contact'),
    readEvent(searchParams.get('event') ?? ''),
    readSite(),
  ]);

  // An accepted form ends in a redirect, so there are submitted values only if the form was not accepted.
  const hasErrors = getSubmittedValues() !== null;

  return (
    <ContentPage path="/contact" page={page} fallbackTitle="Contact" hasErrors={hasErrors}>
      <ContactSection topic={readTopic(searchParams.get('topic') ?? '')} event={event} phone={phone} hours={hours} />
    </ContentPage>
  );
}

export const head = 'own';

export const parameters = { event: 'bypass', sent: 'bypass', topic: 'bypass' } as const;

/** Short, because the server measures the time to fill in the form from its rendering, and would count time in a cache, too. */
export const revalidate = 1;

export const readContent = () => readPage('contact');
