import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

const PROBE = `
import { readdirSync } from 'node:fs';
import { isWritable } from './src/mail/durable-files.ts';
const descriptors = () => readdirSync('/dev/fd').length;
const directory = process.argv[1];
const answers = new Set([await isWritable(directory, 100_000)]);
const before = descriptors();
for (let time = 0; time < 20; time += 1) answers.add(await isWritable(directory, 100_000));
console.log(JSON.stringify({ answers: [...answers], leaked: descriptors() - before, files: readdirSync(directory) }));
`;

const HEALTH = `
import { createDiskOutbox } from './src/mail/disk-outbox.ts';
const deliver = async () => ({ status: 'delivered' });
const outbox = createDiskOutbox(process.argv[1], { deliver, retentionDays: 30 });
console.log(JSON.stringify((await outbox.health()).writable));
`;

/** Runs code with a limit on the file size, in blocks of 512 bytes. It stands for the space that is left on a disk. */
const runWithSpace = async (blocks: string, source: string): Promise<unknown> => {
  const node = [process.execPath, '--conditions=react-server', '--disable-warning=ExperimentalWarning'];
  const command = [...node, '--input-type=module', '--eval', source, await temporaryDirectory()];
  return JSON.parse(
    execFileSync('sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command], { encoding: 'utf8' }),
  );
};

test('an outbox with space for a short message, but not for the largest one, is not writable', async () => {
  expect(await runWithSpace('16', HEALTH)).toBe(false);
  expect(await runWithSpace('unlimited', HEALTH)).toBe(true);
});

test('probing a full disk leaks no file descriptor and leaves no file', async () => {
  expect(await runWithSpace('0', PROBE)).toEqual({ answers: [false], leaked: 0, files: [] });
});
