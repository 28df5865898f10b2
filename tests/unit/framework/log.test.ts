import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toLoggedError } from '../../../src/framework/log.ts';

test('a logged error has no fields other than type, message, stack, code and cause', () => {
  const error = Object.assign(new Error('ERR no memory', { cause: new TypeError('full') }), {
    code: 'ENOMEM',
    command: { name: 'set', args: ['ada@example.org', 'I have 40 domains.'] },
  });

  expect(toLoggedError(error)).toEqual({
    type: 'Error',
    message: 'ERR no memory',
    stack: expect.stringContaining('log.test.ts'),
    code: 'ENOMEM',
    cause: { type: 'TypeError', message: 'full', stack: expect.any(String) },
  });
});

test('a thrown value other than an Error is logged as text', () => {
  expect(toLoggedError(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
});

const run = (script: string, output: 'pipe' | number) =>
  spawnSync(process.execPath, ['--conditions=react-server', '--input-type=module', '--eval', script], {
    stdio: ['ignore', output, 'inherit'],
    timeout: 4_000,
  });

test('every line of a render names the request that caused it and the page', () => {
  const { stdout } = run(
    `
    const { log } = await import(process.cwd() + '/src/framework/log.ts');
    const { runInOwnContext } = await import(process.cwd() + '/src/framework/context.ts');
    await runInOwnContext(async (request) => {
      request.set('requestId', 'r-1');
      await runInOwnContext(async (render) => {
        render.set('pageRequest', { kind: 'document', path: '/faq', query: 'q=payout' });
        log.warn({ image: '/a.png' }, 'skipping an image');
      });
    });
    log.warn('a line of no request');
    log.flush();`,
    'pipe',
  );

  const [ofRender = '', ofNone = ''] = String(stdout).split('\n');
  expect(JSON.parse(ofRender)).toMatchObject({ id: 'r-1', path: '/faq', image: '/a.png', msg: 'skipping an image' });
  expect(JSON.parse(ofNone)).toEqual({ level: 40, time: expect.any(String), msg: 'a line of no request' });
});

test('a log on a full disk neither stops the process nor keeps it from exiting', () => {
  const script = `
    const { log } = await import(process.cwd() + '/src/framework/log.ts');
    log.info('a line that cannot be written');
    setTimeout(() => {
      log.fatal('the process still runs');
      process.exit(3);
    }, 500);`;
  const { status } = run(script, openSync('/dev/full', 'w'));

  expect(status).toBe(3);
});
