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
