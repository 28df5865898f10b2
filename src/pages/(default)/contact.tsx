import { readEvent } from '../../content/events.ts';
import { type Page, readPage } from '../../content/pages.ts';
import { readSite } from '../../content/site.ts';
import { ContactSection } from '../../features/contact/contact-section.tsx';
import { ContactSent, SENT } from '../../features/contact/contact-sent.tsx';
import { readTopic } from '../../features/contact/contact-topics.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { toFormHead } from '../../site/form-head.ts';
import { referenceIn } from '../../site/reference.ts';

type Content = { readonly page: Page | null };
type Props = { readonly query: string; readonly content: Content };

const TITLE = 'Contact';

export default async function Contact({ query, content: { page } }: Props) {
  const reference = referenceIn(query);
  if (reference) return <ContactSent reference={reference} />;

  const searchParams = new URLSearchParams(query);
  const [event, { phone, hours }] = await Promise.all([readEvent(searchParams.get('event') ?? ''), readSite()]);

  return (
    <ContentPage page={page} fallbackTitle={TITLE}>
      <ContactSection topic={readTopic(searchParams.get('topic') ?? '')} event={event} phone={phone} hours={hours} />
    </ContentPage>
  );
}

export const content = async (): Promise<Content> => ({ page: await readPage('contact') });

export const head = ({ query, content: { page } }: Props) =>
  toFormHead(query, { sent: SENT, form: toContentHead(page, TITLE) });

export const parameters = { event: 'bypass', sent: 'bypass', topic: 'bypass' } as const;

/** Short, because the server measures the time to fill in the form from its rendering, and would count time in a cache, too. */
export const revalidate = 1;
