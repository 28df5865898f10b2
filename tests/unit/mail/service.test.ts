import { expect, onTestFinished, test } from 'vitest';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { databaseFileIn, mail, provideMail } from '../../../src/mail/service.ts';
import { insertMessage } from '../../../src/mail/sqlite-outbox.ts';
import { entry } from '../../support/outbox-contract.ts';
import { createTestMail } from '../../support/smtp-letters.ts';

test('mail() throws until a mail service is provided', async () => {
  expect(() => mail()).toThrow('There is no mail service yet');
  const service = provideMail(await createTestMail());

  expect(mail()).toBe(service);
});

test('a stored mail of a kind that is no longer registered becomes a dead letter', async () => {
  const service = await createTestMail();
  onTestFinished(() => service.stop(500));
  const { mail: content, ...rest } = entry(1);
  const stored = { ...rest, mail: { ...content, route: 'newsletter' } };
  const database = createMailDatabase(databaseFileIn(service.dataDir));
  await database.run((open) => insertMessage(open, stored));
  database.close();
  await service.start();

  await expect.poll(service.events).toMatchObject({ dead: 1 });
  expect(await service.health()).toMatchObject({ pending: 0, dead: 1 });
});
