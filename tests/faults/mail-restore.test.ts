import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contact, createTestMail, listIds, visitor } from '../support/smtp-letters.ts';
import { startRelay } from '../support/smtp-relay.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The commands of docs/operations.md, with the paths of the test. */
const commandsFor = (dataDir: string, backup: string): { backUp: string; restore: string } => {
  const lines = readFileSync('docs/operations.md', 'utf8').split('\n');
  const findCommand = (start: string) =>
    (lines.find((line) => line.startsWith(start)) ?? 'false')
      .replace(/"\/backup\/[^"]*"|\/backup\/\S+/, backup)
      .replaceAll('$DATA_DIR', dataDir);
  return { backUp: findCommand('npm run mail -- backup'), restore: findCommand('cp /backup/') };
};

test('mail that was accepted before a backup is delivered after the backup is restored in another directory', async () => {
  const busyRelay = await startRelay(() => 'busy');
  const original = await createTestMail({ smtpUrl: busyRelay.url });
  await original.start();
  const acceptance = await original.accept(contact(), visitor());
  expect(acceptance.status).toBe('accepted');
  await busyRelay.waitForAttempts(1);
  await expect.poll(() => listIds(original.dataDir, 'pending')).toHaveLength(1);
  const folder = temporaryDirectory();
  const restored = path.join(folder, 'restored');
  const backup = path.join(folder, 'mail.sqlite');

  // The backup is taken while the service is running.
  execFileSync('sh', ['-c', commandsFor(original.dataDir, backup).backUp], {
    env: { ...process.env, DATA_DIR: original.dataDir },
  });
  await original.stop(500);
  await mkdir(restored);
  execFileSync('sh', ['-c', commandsFor(restored, backup).restore]);

  const relay = await startRelay();
  const mail = await createTestMail({ dataDir: restored, smtpUrl: relay.url });
  onTestFinished(() => mail.stop(500));
  await mail.start();
  await relay.waitForAccepted(1);

  expect((await relay.parse())[0]?.text).toContain('I have 40 domains');
});
