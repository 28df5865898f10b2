import 'server-only';
import { env } from './env.ts';
import { abuseMessageKind } from './features/abuse-report/abuse-message-kind.ts';
import { contactMessageKind } from './features/contact/contact-message-kind.ts';
import { applicationMessageKind } from './features/rsoc-application/application-message-kind.ts';
import type { RegisteredKind } from './mail/service.ts';

/** The kinds of messages of this site and their recipients. To add a form, register its kind of message here. */
export const mailKinds: readonly RegisteredKind[] = [
  { ...contactMessageKind, to: env.MAIL_TO },
  { ...applicationMessageKind, to: env.APPLICATION_MAIL_TO },
  { ...abuseMessageKind, to: env.ABUSE_MAIL_TO },
];
