import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { createUsedProofs } from '../../../src/mail/used-proofs.ts';
import { openTestDatabase, temporaryDirectory } from '../../support/smtp-letters.ts';

afterEach(() => vi.useRealTimers());

test('a proof is bound to the first message that is sent with it', async () => {
  const proofs = createUsedProofs(await openTestDatabase(), null);
  expect(await proofs.messageOf('proof')).toBeNull();

  expect(await Promise.all(['first', 'second'].map((message) => proofs.bind('proof', message)))).toEqual([
    'first',
    'first',
  ]);
  expect(await proofs.messageOf('proof')).toBe('first');
  expect(await proofs.bind('another', 'second')).toBe('second');
});

test('a proof that two processes with one database use at once is bound to one message', async () => {
  const file = path.join(await temporaryDirectory(), 'mail.sqlite');
  const [here, there, later] = [1, 2, 3].map(() => createUsedProofs(createMailDatabase(file), null));

  for (let round = 0; round < 20; round += 1) {
    const messages = await Promise.all([here?.bind(`${round}`, 'here'), there?.bind(`${round}`, 'there')]);
    expect(new Set(messages).size).toBe(1);
    expect(await later?.messageOf(`${round}`)).toBe(messages[0]);
  }
});

test('if nothing can be written, a message with a proof is still accepted', async () => {
  const file = path.join(await temporaryDirectory(), 'mail.sqlite');
  await writeFile(file, 'not a database, but long enough to be mistaken for one'.repeat(100));

  expect(await createUsedProofs(createMailDatabase(file), null).bind('proof', 'first')).toBe('first');
});

test('proofs that are no longer valid are removed', async () => {
  const proofs = createUsedProofs(await openTestDatabase(), null);
  await proofs.bind('proof', 'first');
  await proofs.clean();
  expect(await proofs.messageOf('proof')).toBe('first');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  await proofs.clean();
  expect(await proofs.messageOf('proof')).toBeNull();
});
