import { expect, test } from 'vitest';
import { toPayload } from '../../../src/forms/form-payload.ts';

const toForm = (entries: readonly (readonly [string, string | File])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

test('of a repeated field the first value counts, a list field keeps all, and the first captcha token wins', () => {
  const form = toForm([
    ['captcha', ''],
    ['name', 'Ada'],
    ['subjects', 'travel'],
    ['altcha', 'first'],
    ['name', 'Eve'],
    ['captcha', 'second'],
    ['subjects', 'home'],
  ]);

  expect(toPayload(form, ['name', 'subjects'], ['subjects'])).toEqual({
    captcha: 'first',
    name: 'Ada',
    subjects: ['travel', 'home'],
  });
});

test('a single value of a list field is a list', () => {
  expect(toPayload(toForm([['subjects', 'travel']]), ['subjects'], ['subjects'])).toEqual({ subjects: ['travel'] });
});

test.each(['.UNSTARTED', '.SOLVING', '.ERROR'])('the status %s of Friendly Captcha is not a token', (status) => {
  expect(toPayload(toForm([['frc-captcha-response', status]]), [], []).captcha).toBe('');
});

test('files and other fields, such as those of React, are left out', () => {
  const form = toForm([
    ['$ACTION_KEY', 'k'],
    ['file', new File(['text'], 'list.txt')],
    ['name', 'Ada'],
  ]);

  expect(toPayload(form, ['name', 'file'], [])).toEqual({ name: 'Ada' });
});
