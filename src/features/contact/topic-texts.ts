import 'server-only';
import type { Topic } from './contact-topics.ts';

type TopicTexts = {
  /** When the sender hears from us. */
  readonly reply: string;
  /** The hint of the message field. */
  readonly include: string;
  /** The headline and the initial message of the form when a link selects the topic. */
  readonly headline?: string;
  readonly message?: string;
};

/** The reply time of topics without a more specific promise. */
export const REPLY = 'A named person replies within one working day.';

/** The texts of each topic in the form and in emails. */
export const topicTexts: Readonly<Record<Topic, TopicTexts>> = {
  account: {
    headline: 'Open an account',
    reply: 'We review every application by hand and decide within 2 working days.',
    include: 'Anything else we should know.',
    message: 'I’d like to open an account.',
  },
  audit: {
    headline: 'Request a portfolio audit',
    reply: 'Within one working day we’ll send you an upload link.',
    include: 'Don’t paste your list here: we’ll send you an upload link. An audit needs at least 100 domains.',
    message: 'I’d like a portfolio audit.',
  },
  event: {
    reply: 'We confirm meetings within one working day.',
    include: 'The event, two times that suit you and what you’d like to talk about.',
  },
  api: {
    headline: 'Ask for an API key',
    reply: REPLY,
    include: 'Your account number, if you have one, and what you’d like to automate.',
    message: 'I’d like an API key.',
  },
  support: {
    headline: 'Ask support',
    reply: REPLY,
    include: 'Your account number, the domain, what you expected, what happened and when (UTC).',
  },
  payments: {
    headline: 'Ask about a payment',
    reply: REPLY,
    include: 'Your account number and the number of the credit note. No bank details, please.',
  },
  abuse: {
    reply: 'We read every complaint within one working day and decide within 3 working days.',
    include: 'The domain, the full URL, your right or the law concerned, the evidence, and who you represent.',
  },
  press: {
    headline: 'Press enquiry',
    reply: REPLY,
    include: 'Your publication, your question and your deadline.',
  },
  other: { reply: REPLY, include: 'The more you include now, the fewer emails we’ll need.' },
};
