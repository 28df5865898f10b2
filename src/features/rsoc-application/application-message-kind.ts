import 'server-only';
import { defineMessageKind } from '../../mail/message-kind.ts';
import { composeApplicationEmail } from './application-email.ts';
import { applicationMessage } from './application-message.ts';

export const applicationMessageKind = defineMessageKind({
  name: applicationMessage.kind,
  validate: applicationMessage.validate,
  compose: composeApplicationEmail,
  confirmation: { thing: 'application for RSOC for domains', when: 'within 5 working days' },
});
