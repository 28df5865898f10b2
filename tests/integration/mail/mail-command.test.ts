import { execFile } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { contact, createTestMail, listIds, visitor } from '../../support/smtp-letters.ts';
import { startRelay } from '../../support/smtp-relay.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const execute = promisify(execFile);

/** Runs `npm run mail` in a data directory. */
const runMail = async (dataDir: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
  const command = [
    '--conditions=react-server',
    '--disable-warning=ExperimentalWarning',
    'src/mail-command.ts',
    ...args,
  ];
  const env = { ...process.env, DATA_DIR: dataDir, ...settings };
  const { stdout, stderr, code = 0 } = await execute(process.execPath, command, { env }).catch((error) => error);
  return { stdout: String(stdout), stderr: String(stderr), code };
};

test('an operator sees, exports, backs up, discards and sends what is not delivered, while the site runs', async () => {
  // The relay has rejected a message, and another two are in the quarantine.
  let rejects = true;
  const relay = await startRelay(() => (rejects ? 'reject-mail' : 'accept'));
  const mail = await createTestMail({ smtpUrl: relay.url });
  onTestFinished(() => mail.stop(500));
  const { dataDir } = mail;
  const run = (...args: readonly string[]) => runMail(dataDir, args);
  const runWithoutRedis = async (...args: readonly string[]) =>
    runMail(dataDir, args, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await mail.start();
  await mail.accept(contact({ name: 'Ada Dead' }), visitor());
  await mail.accept(contact({ name: 'Bo Caught', referralCode: 'x' }), visitor());
  const [quarantined = ''] = await listIds(dataDir, 'quarantined');
  await mail.accept(contact({ name: 'Cy Caught', referralCode: 'x' }), visitor());
  await expect.poll(() => listIds(dataDir, 'dead')).toHaveLength(1);
  const [dead = ''] = await listIds(dataDir, 'dead');
  const unwanted = (await listIds(dataDir, 'quarantined')).find((id) => id !== quarantined) ?? '';

  // Redis does not answer, so only the messages of this instance are listed.
  const list = await runWithoutRedis('list');
  expect(list.stdout).toMatch(new RegExp(`${dead} +dead .* New account: Ada Dead .* EMESSAGE 554`));
  expect(list.stdout).toMatch(new RegExp(`${quarantined} +quarantined .* New account: Bo Caught`));
  expect(list.stderr).toBe(
    'Redis does not answer: only the messages that this instance has stored itself are known.\n',
  );

  const { stdout: shown } = await run('show', dead);
  expect(shown).toContain('I have 40 domains');
  expect(shown).toMatch(/ {2}dead {2}EMESSAGE 554/);

  // A backup needs no Redis, and only its owner can read it.
  const copy = path.join(temporaryDirectory(), 'copy.sqlite');
  expect(await runWithoutRedis('backup', copy)).toEqual({
    stdout: `${path.join(dataDir, 'mail.sqlite')} was copied to ${copy}.\n`,
    stderr: '',
    code: 0,
  });
  expect((await stat(copy)).mode & 0o777).toBe(0o600);

  // A message that cannot be read does not keep others from being exported.
  const sqlite = new DatabaseSync(path.join(dataDir, 'mail.sqlite'));
  onTestFinished(() => sqlite.close());
  sqlite.prepare(`UPDATE messages SET entry = '{}' WHERE id = ?`).run(unwanted);
  const directory = temporaryDirectory();
  const { stdout, stderr } = await run('export', directory);
  expect(stdout).toContain(`Messages written to ${directory}: 2.`);
  expect(stderr).toBe(`${unwanted} was not written: this version cannot read it.\n`);
  expect((await readdir(directory)).sort()).toEqual([dead, quarantined].map((id) => `${id}.eml`).sort());
  expect(await readFile(path.join(directory, `${dead}.eml`), 'utf8')).toContain('Reply-To: Ada Dead');

  rejects = false;
  expect((await run('retry', dead, quarantined)).stdout).toContain('is sent within a few seconds');
  await expect.poll(() => listIds(dataDir, 'delivered'), { timeout: 20_000 }).toHaveLength(2);

  const discarded = await run('discard', dead, unwanted);
  expect(discarded.stdout).toContain(`${dead} has been delivered already.\n`);
  expect(discarded.stdout).toContain(`${unwanted} was removed.\n`);
  expect((await run('list')).stdout).toBe('No messages.\n');
});

test('mistakes are answered by a sentence or the usage', async () => {
  const dataDir = temporaryDirectory();
  const run = (...args: readonly string[]) => runMail(dataDir, args);

  expect(await run('constructor', 'copy.sqlite')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('npm run mail -- backup FILE'),
    code: 1,
  });
  expect((await run()).stdout).toContain('npm run mail -- retry ID');
  expect((await run('retry', 'nobody')).stderr).toContain('There is no such message with the id nobody.\n');
  expect((await run('backup')).stderr).toContain('Name the file');
  expect((await run('backup', 'copy.sqlite')).stderr).toContain('no message was ever stored');
});

test('a data directory without a database, or one that cannot be read, is named', async () => {
  const directory = temporaryDirectory();
  const unreadable = path.join(directory, 'loop');
  await symlink(unreadable, unreadable);

  expect(await runMail(directory, ['list'])).toMatchObject({
    stdout: 'No messages.\n',
    stderr: expect.stringContaining(`There is no ${path.join(directory, 'mail.sqlite')}: `),
  });
  const withRedis = await runMail(directory, ['list'], { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  expect(withRedis.stderr).toContain('this instance has stored no message itself');
  for (const args of [['list'], ['backup', path.join(directory, 'copy.sqlite')]]) {
    expect(await runMail(unreadable, args)).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining(`'${path.join(unreadable, 'mail.sqlite')}'`),
      code: 1,
    });
  }
});

test('a backup that fails leaves no file', async () => {
  const directory = temporaryDirectory();
  const copy = path.join(directory, 'copy.sqlite');
  await writeFile(path.join(directory, 'mail.sqlite'), 'no database'.repeat(1_000));

  const { stderr, code } = await runMail(directory, ['backup', copy]);

  expect({ stderr, code }).toEqual({
    stderr: `${path.join(directory, 'mail.sqlite')} could not be copied to ${copy}: file is not a database.\n`,
    code: 1,
  });
  expect(await readdir(directory)).toEqual(['mail.sqlite']);
});
