import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMailDatabase } from '../../src/mail/mail-database.ts';
import { databaseFileIn } from '../../src/mail/service.ts';
import { takeOverMailFiles } from '../../src/take-over-mail-files.ts';
import { entry } from '../support/outbox-contract.ts';
import { createTestMail, listMessages } from '../support/smtp-letters.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A message as the version before the database wrote it. */
const formerEntry = (number: number, changes: object = {}) => ({
  ...entry(number),
  digest: 'x'.repeat(43),
  proof: 'verified',
  acceptedAt: 1_700_000_000_000 + number,
  ...changes,
});

/** What the version before the database left in its data directory. */
const writeFormerFiles = async (): Promise<string> => {
  const dataDir = temporaryDirectory();
  const write = async (file: string, content: string | object): Promise<void> => {
    const target = path.join(dataDir, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const idOf = (number: number): string => entry(number).id;
  await write('secret', `${'ab'.repeat(32)}\n`);
  await write(`captcha/${'0'.repeat(64)}.claim`, idOf(1));
  await write(`outbox/pending/${idOf(1)}.json`, formerEntry(1, { retries: { failures: 2, since: 5 } }));
  await write(`outbox/pending/${idOf(2)}.json`, formerEntry(2, { isForMain: true }));
  await write(`outbox/sending/${idOf(3)}~host~1234~token.json`, formerEntry(3));
  await write(`outbox/delivered/${idOf(4)}.json`, formerEntry(4));
  await write(`outbox/dead/${idOf(5)}.json`, formerEntry(5));
  await write(`outbox/dead/${idOf(5)}.reason`, '2026-11-20T10:00:00.000Z EENVELOPE 550 RCPT TO\n');
  await write(`outbox/quarantine/${idOf(6)}.json`, formerEntry(6));
  return dataDir;
};

test('messages and the secret of the version that kept files are taken over, and their files are removed', async () => {
  const dataDir = await writeFormerFiles();
  const database = createMailDatabase(databaseFileIn(dataDir));
  await takeOverMailFiles(dataDir, database);

  const secrets = await database.run((open) => open.prepare('SELECT secret FROM secrets').all());
  expect(secrets.map(({ secret }) => secret)).toEqual(['ab'.repeat(32)]);
  database.close();
  const messages = await listMessages(dataDir);
  expect(messages.map(({ id, state }) => [id, state])).toEqual([
    [entry(1).id, 'pending'],
    [entry(2).id, 'pending'],
    [entry(3).id, 'pending'],
    [entry(4).id, 'delivered'],
    [entry(5).id, 'dead'],
    [entry(6).id, 'quarantined'],
  ]);
  expect(messages[4]?.attempts[0]?.reason).toContain('EENVELOPE 550 RCPT TO');
  expect((await readdir(dataDir)).filter((name) => !name.startsWith('mail.sqlite'))).toEqual([]);
});

test('a start after the update delivers what was pending', async () => {
  const dataDir = await writeFormerFiles();
  const mail = await createTestMail({ dataDir, prepare: (database) => takeOverMailFiles(dataDir, database) });
  await mail.start();
  await expect.poll(mail.events).toMatchObject({ delivered: 3 });
  await mail.stop(500);

  expect(await readdir(path.join(dataDir, 'mail'))).toEqual([1, 2, 3].map((number) => `${entry(number).id}.eml`));
  expect(await mail.health()).toMatchObject({ pending: 0, dead: 1, quarantined: 1 });
  await mail.stop(500);
});

test('a malformed file stays where it is, and what was taken over before is not taken over twice', async () => {
  const dataDir = await writeFormerFiles();
  const malformed = path.join(dataDir, 'outbox/pending/malformed.json');
  await writeFile(malformed, '{"id":');
  const database = createMailDatabase(databaseFileIn(dataDir));
  await takeOverMailFiles(dataDir, database);
  await mkdir(path.join(dataDir, 'outbox/delivered'), { recursive: true });
  await writeFile(path.join(dataDir, `outbox/delivered/${entry(1).id}.json`), JSON.stringify(formerEntry(1)));
  await takeOverMailFiles(dataDir, database);
  database.close();

  expect(await readFile(malformed, 'utf8')).toBe('{"id":');
  expect(await listMessages(dataDir)).toHaveLength(6);
});
