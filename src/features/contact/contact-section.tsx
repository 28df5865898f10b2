import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import grid from '../../blocks/band/columns.module.css';
import { Button } from '../../blocks/button/button.tsx';
import { formatDates } from '../../blocks/date/date-range.ts';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Telephone } from '../../blocks/telephone/telephone.tsx';
import { type Event, readEvent } from '../../content/events.ts';
import { readSite, type Site } from '../../content/site.ts';
import layout from '../../forms/field-layout.module.css';
import { Field, SelectField } from '../../forms/fields.client.tsx';
import { readFormProps } from '../../forms/form-props.tsx';
import section from '../../forms/form-section.module.css';
import { mail } from '../../mail/service.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import { ContactForm } from './contact-form.client.tsx';
import { contactMessage } from './contact-message.ts';
import styles from './contact-section.module.css';
import { TOPICS, type Topic } from './contact-topics.ts';
import { REPLY, topicTexts } from './topic-texts.ts';

/** The link that led here. */
type Link = {
  readonly topic: Topic | null;
  /** The slug of the event at which the visitor wants to meet us; empty if there is none. */
  readonly event: string;
};

/** How the link that led here prefills the form: headline, topic and initial message. */
type Preparation = {
  readonly headline: string;
  readonly text?: string;
  readonly topic: Topic | null;
  readonly message: string;
};

const prepareForEvent = (event: Event): Preparation => ({
  headline: `Meet us at ${event.title}`,
  text: `${formatDates(event)}${event.booth ? `, ${event.booth}` : ''}`,
  topic: 'event',
  message: `I’d like to meet you at ${event.title}, ${formatDates(event)}. Two times that suit me:\n`,
});

const toQuery = ({ topic, event }: Link): string =>
  event ? `?event=${encodeURIComponent(event)}` : topic === null ? '' : `?topic=${topic}`;

/** The form does not wait for the event of the link, because it also works without it. */
const prepare = async ({ topic, event }: Link): Promise<Preparation> => {
  const known = event ? await readEvent.briefly(event) : null;
  if (known) return prepareForEvent(known);
  const { headline = 'Your message', message = '' } = topic === null ? {} : topicTexts[topic];
  return { headline, topic, message };
};

type ForTopicsProps = { readonly topics: readonly Topic[]; readonly children: ReactNode };

/** Fields that are shown while one of the topics is chosen. */
const ForTopics = ({ topics, children }: ForTopicsProps) => <div data-topics={topics.join(' ')}>{children}</div>;

/** One text of each topic, and `none`, which is shown while no topic is chosen. The style sheet hides the texts that do not apply. */
const TopicText = ({ textOf }: { readonly textOf: (topic: Topic | 'none') => string }) => (
  <>
    {(['none', ...TOPICS.map(({ value }) => value)] as const).map((topic) => (
      <span key={topic} data-topics={topic}>
        {textOf(topic)}
      </span>
    ))}
  </>
);

type ContactFieldsProps = Pick<Preparation, 'topic' | 'message'> & { readonly texts: Site['contactForm'] };

const ContactFields = ({ topic, message, texts }: ContactFieldsProps) => (
  <>
    <div className={layout.pair}>
      <Field name="name" label={texts.name} autoComplete="name" required />
      <Field name="email" type="email" label={texts.email} autoComplete="email" required />
    </div>
    <div className={layout.pair}>
      <SelectField
        // A link to the form with another topic shows another field, since React applies the default value only once.
        key={topic}
        name="topic"
        label={texts.topic}
        choices={TOPICS}
        defaultValue={topic ?? ''}
        required
      />
      <Field name="company" label={texts.company} autoComplete="organization" />
    </div>
    <ForTopics topics={['account', 'audit', 'event']}>
      <div className={layout.pair}>
        <Field name="domainCount" label={texts.domains} hint={texts.domains_hint} inputMode="numeric" />
        <ForTopics topics={['account']}>
          <Field name="monthlyUniques" label={texts.uniques} hint={texts.uniques_hint} />
        </ForTopics>
      </div>
    </ForTopics>
    <ForTopics topics={['account']}>
      <Field
        name="sampleDomains"
        type="textarea"
        label={texts.samples}
        hint={texts.samples_hint}
        spellCheck={false}
        autoCapitalize="off"
      />
    </ForTopics>
    <ForTopics topics={['account']}>
      <Field name="trafficSources" label={texts.sources} hint={texts.sources_hint} />
    </ForTopics>
    <ForTopics topics={['account', 'audit']}>
      <Field name="currentProvider" label={texts.provider} hint={texts.provider_hint} />
    </ForTopics>
    <ForTopics topics={['abuse']}>
      <p className="muted">
        To report abuse, use <a href={toContactUrl('abuse')}>its own form</a>. It asks for everything we need to decide.
      </p>
    </ForTopics>
    <Field
      name="message"
      type="textarea"
      label={texts.message}
      hint={<TopicText textOf={(chosen) => texts.message_hints[chosen]} />}
      defaultValue={message}
      required
    />
  </>
);

/** The contact form, with links to the FAQ and to the RSOC application beside it. */
export const ContactSection = async (link: Link) => {
  const [form, { phone, hours, contactForm }, { headline, text, ...prepared }] = await Promise.all([
    readFormProps(contactMessage.path, mail().issueFormToken()),
    readSite.briefly(),
    prepare(link),
  ]);

  return (
    <Band labelledBy="write">
      <div className={grid.columns}>
        <div className={`${section.bay} ${styles.form}`} id="form">
          <SectionHead id="write" label="Write" headline={headline} text={text} />
          <ContactForm
            {...form}
            query={toQuery(link)}
            note={<TopicText textOf={(topic) => (topic === 'none' ? REPLY : topicTexts[topic].reply)} />}
          >
            <ContactFields {...prepared} texts={contactForm} />
          </ContactForm>
        </div>
        <aside aria-label="Other ways to get an answer" className={section.notes}>
          {phone !== '' && (
            <div className={section.note}>
              <h3 className="h4">Rather talk?</h3>
              <p className={styles.phone}>
                <Telephone number={phone} />
              </p>
              {hours !== '' && <p className="muted">{hours}.</p>}
            </div>
          )}
          <div className={section.note}>
            <h3 className="h4">Already answered?</h3>
            <p className="muted">Search the FAQ on setup, payouts, feeds and RSOC.</p>
            <Button href={toSitePath('/faq')} variant="quiet" hasArrow>
              Read the FAQ
            </Button>
          </div>
          <div className={section.note}>
            <h3 className="h4">Applying for RSOC?</h3>
            <p className="muted">It has its own form, which asks for everything we need to decide.</p>
            <Button href={toSitePath('/RSOC-for-domains-application')} variant="quiet" hasArrow>
              Go to the application
            </Button>
          </div>
        </aside>
      </div>
    </Band>
  );
};
