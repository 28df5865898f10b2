import 'server-only';
import { labelOf } from '../../forms/choice.ts';
import type { EmailContent } from '../../mail/message-kind.ts';
import type { Contact } from './contact-message.ts';
import { TOPICS } from './topics.ts';

/** The email to the team about a contact message. */
export const composeContactEmail = ({ name, email, company, topic, domainCount, message }: Contact): EmailContent => ({
  subject: `${labelOf(TOPICS, topic)}: ${name}`,
  rows: [
    ['Name', name],
    ['Email', email],
    ['Company', company],
    ['Topic', labelOf(TOPICS, topic)],
    ['Number of domains', domainCount?.toLocaleString('en')],
  ],
  sections: [{ title: 'Message', text: message }],
  attachments: [],
});
