import { expect, test } from 'vitest';
import { toErrorLine } from '../../src/log.ts';

test('an error is told without what a library hung on it', () => {
  const error = Object.assign(new Error('ERR no memory', { cause: new TypeError('full') }), {
    code: 'ENOMEM',
    command: { name: 'set', args: ['ada@example.org', 'I have 40 domains.'] },
  });

  expect(toErrorLine(error)).toEqual({
    type: 'Error',
    message: 'ERR no memory',
    stack: expect.stringContaining('log.test.ts'),
    code: 'ENOMEM',
    cause: { type: 'TypeError', message: 'full', stack: expect.any(String) },
  });
});

test('what is thrown and is no error is told as text', () => {
  expect(toErrorLine(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
});
