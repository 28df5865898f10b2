import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOG = path.resolve('src/framework/log.ts');

/** Runs this code in a process that writes its log to `stdout`. */
const run = (code: string, stdout: number | 'pipe' = 'pipe') =>
  spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '-e', `import { log } from ${JSON.stringify(LOG)};\n${code}`],
    { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'], timeout: 4_000 },
  );

const logFrom = (code: string): unknown[] => {
  const { stdout } = run(code);
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

test('every line of a render names the request that caused it and the page', () => {
  const code = `
    import { runInOwnContext } from ${JSON.stringify(path.resolve('src/framework/context.ts'))};
    await runInOwnContext(async (request) => {
      request.set('requestId', 'r-1');
      await runInOwnContext(async (render) => {
        render.set('pageRequest', { kind: 'document', path: '/faq', query: 'q=payout' });
        log.warn({ image: '/a.png' }, 'skipping an image');
      });
    });
    log.warn('a line of no request');`;

  expect(logFrom(code)).toEqual([
    { level: 40, time: expect.any(String), id: 'r-1', path: '/faq', image: '/a.png', msg: 'skipping an image' },
    { level: 40, time: expect.any(String), msg: 'a line of no request' },
  ]);
});

test('a log on a full disk neither stops the process nor keeps it from exiting', () => {
  const code = "log.info('cannot be written'); setTimeout(() => { log.fatal('still runs'); process.exit(3); }, 500);";

  expect(run(code, openSync('/dev/full', 'w')).status).toBe(3);
});
