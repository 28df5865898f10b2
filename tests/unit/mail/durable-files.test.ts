import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

const PROBE = `
import { readdirSync } from 'node:fs';
import { isWritable } from './src/mail/durable-files.ts';
const descriptors = () => readdirSync('/dev/fd').length;
const directory = process.argv[1];
const answers = new Set([await isWritable(directory)]);
const before = descriptors();
for (let time = 0; time < 20; time += 1) answers.add(await isWritable(directory));
console.log(JSON.stringify({ answers: [...answers], leaked: descriptors() - before, files: readdirSync(directory) }));
`;

test('asking a disk that takes no byte costs no descriptor and leaves no file', async () => {
  // A limit of no bytes for a file: it can be made and not be written, as on a full disk.
  const node = [process.execPath, '--conditions=react-server', '--disable-warning=ExperimentalWarning'];
  const run = [...node, '--input-type=module', '--eval', PROBE, await temporaryDirectory()];
  const answer = execFileSync('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...run], { encoding: 'utf8' });

  expect(JSON.parse(answer)).toEqual({ answers: [false], leaked: 0, files: [] });
});
