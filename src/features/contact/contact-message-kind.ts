import 'server-only';
import { defineMessageKind } from '../../mail/message-kind.ts';
import { composeContactEmail } from './contact-email.ts';
import { contactMessage } from './contact-message.ts';

export const contactMessageKind = defineMessageKind({
  name: contactMessage.kind,
  validate: contactMessage.validate,
  compose: composeContactEmail,
  confirmation: { thing: 'message', when: 'within one working day' },
});
