import { describe, expect, test } from 'vitest';
import { toErrorLine, toRequestLine } from '../../../src/framework/log.ts';

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

describe('an answer', () => {
  const answered = { method: 'GET', pathJson: '"/readyz"', status: 503, ms: 0.4 } as const;

  test('that failed is an error in the log', () => {
    expect(toRequestLine(answered).level).toBe(50);
  });

  test('that was meant to fail is none', () => {
    expect(toRequestLine({ ...answered, isPlanned: true }).level).toBe(30);
  });

  test('is told with method, path, status and milliseconds', () => {
    const { end } = toRequestLine({ ...answered, pathJson: JSON.stringify('/a"b\n') });

    expect(JSON.parse(`{"id":"an-id${end}`)).toEqual({
      id: 'an-id',
      method: 'GET',
      path: '/a"b\n',
      status: 503,
      ms: 0.4,
      msg: 'request',
    });
  });
});
