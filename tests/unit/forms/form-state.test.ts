import { expect, test } from 'vitest';
import { toConfirmationUrl, toValues } from '../../../src/forms/form-state.ts';

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

test('the URL of a confirmation keeps the query with which the page shows its form', () => {
  expect(toConfirmationUrl('/contact', '', 'P-7K3M-9QXA')).toBe('/contact?sent=P-7K3M-9QXA');
  expect(toConfirmationUrl('/contact', '?topic=abuse', 'P-7K3M-9QXA')).toBe('/contact?sent=P-7K3M-9QXA&topic=abuse');
});
