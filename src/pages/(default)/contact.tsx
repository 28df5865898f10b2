import { readEvent } from '../../content/events.ts';
import { readPage } from '../../content/pages.ts';
import { ContactDetails } from '../../sections/contact/contact-details.tsx';
import { ContentHead } from '../../sections/content/content-head.tsx';
import { ContentPage } from '../../sections/content/content-page.tsx';

export default async function Contact({ query }: { readonly query: string }) {
  const slug = new URLSearchParams(query).get('event') ?? '';
  const [page, event] = await Promise.all([readPage('contact'), readEvent(slug)]);

  return (
    <>
      <ContentHead path="/contact" page={page} fallbackTitle="Contact" />
      <ContentPage page={page} fallbackTitle="Contact" bays={1}>
        <ContactDetails event={event} />
      </ContentPage>
    </>
  );
}

export const readPayload = () => readPage('contact');
