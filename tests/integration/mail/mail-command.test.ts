import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { contact, createTestMail, listIds, temporaryDirectory, visitor } from '../../support/smtp-letters.ts';
import { startRelay } from '../../support/smtp-relay.ts';

const execute = promisify(execFile);

/** Runs `npm run mail` in a data directory. */
const runMail = async (dataDir: string, ...args: readonly string[]) => {
  const command = [
    '--conditions=react-server',
    '--disable-warning=ExperimentalWarning',
    'src/mail-command.ts',
    ...args,
  ];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout, stderr, code = 0 } = await execute(process.execPath, command, { env }).catch((error) => error);
  return { stdout: String(stdout), stderr: String(stderr), code };
};

/** A service whose relay has rejected one message, while another one is in the quarantine. */
const openMail = async () => {
  let rejects = true;
  const relay = await startRelay(() => (rejects ? 'reject-mail' : 'accept'));
  const mail = await createTestMail({ smtpUrl: relay.url });
  onTestFinished(async () => {
    await mail.stop(500);
    await relay.stop();
  });
  await mail.start();
  await mail.accept(contact({ name: 'Ada Dead' }), visitor());
  await mail.accept(contact({ name: 'Bo Caught', referralCode: 'x' }), visitor());
  await expect.poll(() => listIds(mail.dataDir, 'dead')).toHaveLength(1);
  const [dead = ''] = await listIds(mail.dataDir, 'dead');
  const [quarantined = ''] = await listIds(mail.dataDir, 'quarantined');
  const repairRelay = () => {
    rejects = false;
  };
  return { mail, dataDir: mail.dataDir, dead, quarantined, repairRelay };
};

test('an operator sees what is not delivered, with the reason and the text', async () => {
  const { dataDir, dead, quarantined } = await openMail();

  const { stdout: list } = await runMail(dataDir, 'list');
  expect(list).toMatch(new RegExp(`${dead} +dead .* New account: Ada Dead .* EMESSAGE 554`));
  expect(list).toMatch(new RegExp(`${quarantined} +quarantined .* New account: Bo Caught`));
  const { stdout: shown } = await runMail(dataDir, 'show', dead);
  expect(shown).toContain('I have 40 domains');
  expect(shown).toMatch(/ {2}dead {2}EMESSAGE 554/);
});

test('messages that an operator retries are delivered while the site runs', async () => {
  const { dataDir, dead, quarantined, repairRelay } = await openMail();
  repairRelay();

  expect((await runMail(dataDir, 'retry', dead, quarantined)).stdout).toContain('is sent within a few seconds');
  await expect.poll(() => listIds(dataDir, 'delivered'), { timeout: 20_000 }).toHaveLength(2);
  expect((await runMail(dataDir, 'list')).stdout).toBe('No messages.\n');
});

test('messages are exported as files that a mail program opens, and can be discarded', async () => {
  const { dataDir, dead, quarantined } = await openMail();
  const directory = await temporaryDirectory();

  expect((await runMail(dataDir, 'export', directory)).stdout).toContain(`Messages written to ${directory}: 2.`);
  expect((await readdir(directory)).sort()).toEqual([dead, quarantined].map((id) => `${id}.eml`).sort());
  expect(await readFile(path.join(directory, `${dead}.eml`), 'utf8')).toContain('Reply-To: Ada Dead');
  expect((await runMail(dataDir, 'discard', dead)).stdout).toBe(`${dead} was removed.\n`);
  expect(await listIds(dataDir, 'dead')).toEqual([]);
});

test('a message that cannot be read does not keep others from being exported', async () => {
  const { dataDir, dead, quarantined } = await openMail();
  const sqlite = new DatabaseSync(path.join(dataDir, 'mail.sqlite'));
  sqlite.prepare(`UPDATE messages SET entry = '{}' WHERE id = ?`).run(dead);
  sqlite.close();
  const directory = await temporaryDirectory();

  const { stdout, stderr } = await runMail(dataDir, 'export', directory);
  expect(stdout).toContain(`Messages written to ${directory}: 1.`);
  expect(stderr).toBe(`${dead} was not written: this version cannot read it.\n`);
  expect(await readdir(directory)).toEqual([`${quarantined}.eml`]);
});

test('while Redis does not answer, the messages of this instance are shown', async () => {
  const { dataDir, dead } = await openMail();
  vi.stubEnv('REDIS_URL', `redis://127.0.0.1:${await freePort()}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });

  const { stdout, stderr } = await runMail(dataDir, 'list');
  expect(stdout).toContain(dead);
  expect(stderr).toBe('Redis does not answer: only the messages that this instance has stored itself are known.\n');
});

test('a backup needs no Redis, and only its owner can read it', async () => {
  const { dataDir } = await openMail();
  vi.stubEnv('REDIS_URL', `redis://127.0.0.1:${await freePort()}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const copy = path.join(await temporaryDirectory(), 'copy.sqlite');

  expect(await runMail(dataDir, 'backup', copy)).toEqual({
    stdout: `${path.join(dataDir, 'mail.sqlite')} was copied to ${copy}.\n`,
    stderr: '',
    code: 0,
  });
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
});

test.each(['bakcup', 'constructor'])('an unknown command such as %s fails, with the usage', async (name) => {
  const { stdout, stderr, code } = await runMail(await temporaryDirectory(), name, 'copy.sqlite');

  expect(stdout).toBe('');
  expect(stderr).toContain('npm run mail -- backup FILE');
  expect(code).toBe(1);
});

test('mistakes are answered by a sentence', async () => {
  const dataDir = await temporaryDirectory();

  expect((await runMail(dataDir)).stdout).toContain('npm run mail -- retry ID');
  expect((await runMail(dataDir, 'list')).stdout).toBe('No messages.\n');
  expect((await runMail(dataDir, 'retry', 'nobody')).stderr).toBe('There is no such message with the id nobody.\n');
  expect((await runMail(dataDir, 'backup')).stderr).toContain('Name the file');
  expect((await runMail(dataDir, 'backup', 'copy.sqlite')).stderr).toContain('no message was ever stored');
});
