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

test('a log on a full disk neither stops the process nor keeps it from exiting', () => {
  const script = `
    const { log } = await import(process.cwd() + '/src/framework/log.ts');
    log.info('a line that cannot be written');
    setTimeout(() => {
      log.fatal('the process still runs');
      process.exit(3);
    }, 500);`;
  const args = ['--conditions=react-server', '--input-type=module', '--eval', script];

  const { status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
    timeout: 4_000,
  });

  expect(status).toBe(3);
});
