import { Editable, FixedText } from '../../blocks/editable/editable.tsx';
import { readPage } from '../../content/pages.ts';
import { AbuseSection } from '../../features/abuse-report/abuse-section.tsx';
import { AbuseSent, REPORT_SENT } from '../../features/abuse-report/abuse-sent.tsx';
import { ContactSection } from '../../features/contact/contact-section.tsx';
import { ContactSent, SENT } from '../../features/contact/contact-sent.tsx';
import { readTopic } from '../../features/contact/contact-topics.ts';
import { FormOpening, FormRest, toContentHead } from '../../features/content-page/content-page.tsx';
import { toFormHead } from '../../site/form-head.ts';
import { referenceIn } from '../../site/reference.ts';

type Props = { readonly query: string };

const SLUG = 'contact';
const TITLE = 'Contact';
const ABUSE_TITLE = 'Report abuse';

const topicIn = (query: string) => readTopic(new URLSearchParams(query).get('topic') ?? '');

export default function Contact({ query }: Props) {
  const topic = topicIn(query);
  const reference = referenceIn(query);
  if (reference) return topic === 'abuse' ? <AbuseSent reference={reference} /> : <ContactSent reference={reference} />;

  return (
    <>
      <FormOpening slug={SLUG} fallbackTitle={TITLE} />
      {topic === 'abuse' ? (
        <FixedText>
          <AbuseSection />
        </FixedText>
      ) : (
        <Editable items={['site/contact_form', 'site']}>
          <ContactSection topic={topic} event={new URLSearchParams(query).get('event') ?? ''} />
        </Editable>
      )}
      <FormRest slug={SLUG} />
    </>
  );
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async ({ query }: Props) => {
  const form = toContentHead(await readPage.briefly(SLUG), TITLE);
  return topicIn(query) === 'abuse'
    ? toFormHead(query, { sent: REPORT_SENT, form: { ...form, title: ABUSE_TITLE } })
    : toFormHead(query, { sent: SENT, form });
};

export const parameters = { event: 'bypass', sent: 'bypass', topic: 'bypass' } as const;

/** Short, because the server measures the time to fill in the form from its rendering, and would count time in a cache, too. */
export const revalidate = 1;
