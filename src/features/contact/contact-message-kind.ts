import 'server-only';
import { labelOf } from '../../forms/field-schemas.ts';
import { defineMessageKind, type EmailContent } from '../../mail/message-kind.ts';
import { type Contact, contactMessage } from './contact-message.ts';
import { TOPICS } from './contact-topics.ts';
import { topicTexts } from './topic-texts.ts';

/** The email to the team about a contact message. */
export const composeContactEmail = (contact: Contact): EmailContent => ({
  subject: `${labelOf(TOPICS, contact.topic)}: ${contact.name}`,
  rows: [
    ['Name', contact.name],
    ['Email', contact.email],
    ['Company', contact.company],
    ['Topic', labelOf(TOPICS, contact.topic)],
    ['Number of domains', contact.domainCount?.toLocaleString('en')],
    ['Uniques per month', contact.monthlyUniques],
    ['Traffic sources', contact.trafficSources],
    ['Current provider', contact.currentProvider],
  ],
  sections: [
    ...(contact.sampleDomains === undefined ? [] : [{ title: 'Sample domains', text: contact.sampleDomains }]),
    { title: 'Message', text: contact.message },
  ],
  attachments: [],
});

export const contactMessageKind = defineMessageKind({
  name: contactMessage.kind,
  validate: contactMessage.validate,
  compose: composeContactEmail,
  confirm: ({ topic }) => ({ thing: 'message', next: [topicTexts[topic].reply] }),
});
