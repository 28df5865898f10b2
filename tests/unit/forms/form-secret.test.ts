import { expect, test } from 'vitest';
import { openFormSecret } from '../../../src/forms/form-secret.ts';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { openTestDatabase, temporaryDirectory } from '../../support/smtp-letters.ts';

test('the secret is the same after a restart, and each purpose has its own key', async () => {
  const database = await openTestDatabase();
  const first = await openFormSecret({ database, redis: null });
  const second = await openFormSecret({ database, redis: null });

  expect(second.keyFor('a')).toBe(first.keyFor('a'));
  expect(first.keyFor('b')).not.toBe(first.keyFor('a'));
});

test('without a database that can be written there is a secret until the process ends', async () => {
  const secret = await openFormSecret({ database: createMailDatabase(await temporaryDirectory()), redis: null });

  expect(secret.keyFor('a')).toMatch(/^[\da-f]{64}$/);
});
