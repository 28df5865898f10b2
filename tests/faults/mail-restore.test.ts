import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contact, createTestMail, temporaryDirectory, visitor } from '../support/smtp-letters.ts';
import { startRelay } from '../support/smtp-relay.ts';

/** The commands of docs/operations.md, with the paths of the test. */
const commandsFor = (dataDir: string, archive: string): { backUp: string; restore: string } => {
  const lines = readFileSync('docs/operations.md', 'utf8').split('\n');
  const findCommand = (option: string) =>
    (lines.find((line) => line.includes('tar ') && line.includes(option)) ?? 'false')
      .replace(/"?\/backup\/[^"]*?\.tar\.gz"?/, archive)
      .replaceAll('"$DATA_DIR"', dataDir);
  return { backUp: findCommand('--create'), restore: findCommand('--extract') };
};

test('mail that was accepted before a backup is delivered after the backup is restored in another directory', async () => {
  const busyRelay = await startRelay(() => 'busy');
  const original = await createTestMail({ smtpUrl: busyRelay.url, firstRetryMs: 60_000 });
  await original.start();
  const acceptance = await original.accept(contact(), visitor());
  expect(acceptance.status).toBe('accepted');
  await busyRelay.waitForAttempts(1);
  // The failed attempt has moved the message back to `pending`.
  await expect.poll(() => readdir(path.join(original.dataDir, 'outbox/pending'))).toHaveLength(1);
  const folder = await temporaryDirectory();
  const restored = path.join(folder, 'restored');
  const archive = path.join(folder, 'site.tar.gz');

  // The backup is taken while the service is running.
  execFileSync('sh', ['-c', commandsFor(original.dataDir, archive).backUp]);
  await original.stop(500);
  await busyRelay.stop();
  await mkdir(restored);
  execFileSync('sh', ['-c', commandsFor(restored, archive).restore]);

  const relay = await startRelay();
  const mail = await createTestMail({ dataDir: restored, smtpUrl: relay.url });
  onTestFinished(async () => {
    await mail.stop(500);
    await relay.stop();
  });
  await mail.start();
  await relay.waitForAccepted(1);

  expect((await relay.parse())[0]?.text).toContain('I have 40 domains');
});
