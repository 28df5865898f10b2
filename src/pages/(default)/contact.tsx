import { readEvent } from '../../content/events.ts';
import { readPage } from '../../content/pages.ts';
import { readSite } from '../../content/site.ts';
import { ContactSection } from '../../features/contact/contact-section.tsx';
import { ContactSent } from '../../features/contact/contact-sent.tsx';
import { readTopic } from '../../features/contact/contact-topics.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { getSubmittedValues } from '../../framework/rsc/index.ts';
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

  return (
    <ContentPage path="/contact" page={page} fallbackTitle="Contact" hasErrors={getSubmittedValues() !== null}>
      <ContactSection topic={readTopic(searchParams.get('topic') ?? '')} event={event} phone={phone} hours={hours} />
    </ContentPage>
  );
}

export const head = 'own';

export const parameters = { event: 'bypass', sent: 'bypass', topic: 'bypass' } as const;

/** Short, because the form token contains the render time, from which the server measures how long the visitor took. */
export const revalidate = 1;

export const readContent = () => readPage('contact');
