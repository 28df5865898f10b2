import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const HEALTH = `
import { readdirSync } from 'node:fs';
import { createMailDatabase } from './src/mail/mail-database.ts';
import { createSqliteOutbox } from './src/mail/sqlite-outbox.ts';
const directory = process.argv[1];
const deliver = async () => ({ status: 'delivered' });
const outbox = createSqliteOutbox(createMailDatabase(directory + '/mail.sqlite'), { deliver, retentionDays: 30 });
const answers = new Set();
const descriptors = () => readdirSync('/dev/fd').length;
answers.add((await outbox.health()).writable);
const before = descriptors();
for (let time = 0; time < 20; time += 1) answers.add((await outbox.health()).writable);
const files = readdirSync(directory).filter((name) => name.endsWith('.tmp'));
console.log(JSON.stringify({ answers: [...answers], leaked: descriptors() - before, files }));
`;

/** Runs code with a limit on the file size, in blocks of 512 bytes. It stands for the space that is left on a disk. */
const runWithSpace = async (blocks: string, source: string): Promise<unknown> => {
  const node = [process.execPath, '--conditions=react-server', '--disable-warning=ExperimentalWarning'];
  const command = [...node, '--input-type=module', '--eval', source, temporaryDirectory()];
  const output = execFileSync('sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command], { encoding: 'utf8' });
  // The other lines are log messages.
  return JSON.parse(output.split('\n').find((line) => line.includes('"answers"')) ?? '');
};

test.each([
  ['is writable with enough space', 'unlimited', true],
  ['is not writable with space for a short message, but not for the largest one', '1000', false],
  ['is not writable without any space', '0', false],
])('an outbox %s, and the check leaves no file and no file descriptor', async (_case, blocks, isWritable) => {
  expect(await runWithSpace(blocks, HEALTH)).toEqual({ answers: [isWritable], leaked: 0, files: [] });
});
