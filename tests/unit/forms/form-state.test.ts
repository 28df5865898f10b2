import { expect, test } from 'vitest';
import { toValues } from '../../../src/forms/form-state.ts';

test('toValues returns the text fields with the requested names, without files and empty fields', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['name', 'Ada'],
    ['languages', 'en'],
    ['languages', 'de'],
    ['captcha', 'token'],
    ['referralCode', 'x'],
    ['company', ''],
  ] as const) {
    form.append(name, value);
  }
  form.append('domainList', new File(['secret.com'], 'list.txt'));

  expect(toValues(['name', 'company', 'languages', 'domainList'], form)).toEqual({
    name: 'Ada',
    languages: ['en', 'de'],
  });
});
