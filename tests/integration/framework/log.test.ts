import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOG = path.resolve('src/framework/log.ts');

/** The log lines of a process that runs this code. */
const logFrom = (code: string): unknown[] => {
  const { stdout } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '-e', `import { log } from ${JSON.stringify(LOG)};\n${code}`],
    { encoding: 'utf8' },
  );
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
};

test('every buffered line is written at exit', () => {
  expect(logFrom(`log.info({ path: '/a"b' }, 'request'); log.error('failed'); process.exit(1);`)).toEqual([
    { level: 30, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), path: '/a"b', msg: 'request' },
    { level: 50, time: expect.any(String), msg: 'failed' },
  ]);
});

test('lines below the log level are not written', () => {
  expect(logFrom(`log.level = 'error'; log.info('request'); log.error('failed');`)).toMatchObject([{ msg: 'failed' }]);
});
