import 'server-only';
import { labelOf } from '../../forms/choice.ts';
import { defineMessageKind, type EmailContent } from '../../mail/message-kind.ts';
import { type Contact, contactMessage, TOPICS } from './contact-message.ts';

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

export const contactMessageKind = defineMessageKind({
  name: contactMessage.kind,
  validate: contactMessage.validate,
  compose: composeContactEmail,
  confirmation: { thing: 'message', when: 'within one working day' },
});
