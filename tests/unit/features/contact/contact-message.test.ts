import { expect, test } from 'vitest';
import { contactMessage } from '../../../../src/features/contact/contact-message.ts';
import { composeContactEmail } from '../../../../src/features/contact/contact-message-kind.ts';
import { listReadFields } from '../../../support/read-fields.ts';
import { contact } from '../../../support/smtp-letters.ts';
import { validIn } from '../../../support/validate-message.ts';

test('the email has the topic in its subject and the message as a section', async () => {
  const message = await validIn(
    contactMessage,
    contact({
      domainCount: 1200,
      monthlyUniques: 'about 40,000',
      sampleDomains: 'first-name.com\r\nsecond-name.com',
      trafficSources: 'type-in',
    }),
  );

  expect(composeContactEmail(message)).toEqual({
    subject: 'New account: Ada Example',
    rows: [
      ['Name', 'Ada Example'],
      ['Email', 'ada@example.org'],
      ['Company', undefined],
      ['Topic', 'New account'],
      ['Number of domains', '1,200'],
      ['Uniques per month', 'about 40,000'],
      ['Traffic sources', 'type-in'],
      ['Current provider', undefined],
    ],
    sections: [
      { title: 'Sample domains', text: 'first-name.com\nsecond-name.com' },
      { title: 'Message', text: 'I have 40 domains, mostly type-in traffic from Germany.' },
    ],
    attachments: [],
  });
});

test('the email contains every field of the message', async () => {
  const readNames = listReadFields(await validIn(contactMessage, contact()), composeContactEmail);

  expect(readNames).toEqual([...contactMessage.fieldNames].sort());
});
