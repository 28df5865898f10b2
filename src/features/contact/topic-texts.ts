import 'server-only';
import type { Topic } from './contact-topics.ts';

type TopicTexts = {
  /** When the sender hears from us. */
  readonly reply: string;
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
    message: 'I’d like to open an account.',
  },
  audit: {
    headline: 'Request a portfolio audit',
    reply: 'Within one working day we’ll send you an upload link.',
    message: 'I’d like a portfolio audit.',
  },
  event: {
    reply: 'We confirm meetings within one working day.',
  },
  api: {
    headline: 'Ask for an API key',
    reply: REPLY,
    message: 'I’d like an API key.',
  },
  support: {
    headline: 'Ask support',
    reply: REPLY,
  },
  payments: {
    headline: 'Ask about a payment',
    reply: REPLY,
  },
  abuse: {
    reply: 'We read every complaint within one working day and decide within 3 working days.',
  },
  press: {
    headline: 'Press enquiry',
    reply: REPLY,
  },
  other: { reply: REPLY },
};
