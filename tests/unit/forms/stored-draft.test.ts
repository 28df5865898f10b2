import { expect, test } from 'vitest';
import { toValues } from '../../../src/forms/form-state.ts';
import { parseDraft } from '../../../src/forms/stored-draft.ts';

const FIELDS = ['name', 'company', 'languages', 'domainList'];
const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

const draft = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    savedAt: NOW,
    submissionId: 'id',
    step: 1,
    values: { name: 'Ada', languages: ['en', 'de'] },
    ...changes,
  });

test('a draft is read as it was written', () => {
  expect(parseDraft(draft(), NOW)).toEqual({
    savedAt: NOW,
    submissionId: 'id',
    step: 1,
    values: { name: 'Ada', languages: ['en', 'de'] },
  });
});

test('a draft is forgotten after 30 days', () => {
  expect(parseDraft(draft(), NOW + 30 * DAY_MS)).not.toBeNull();
  expect(parseDraft(draft(), NOW + 30 * DAY_MS + 1)).toBeNull();
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '"text"',
  draft({ savedAt: 'now' }),
  draft({ savedAt: NOW + 1 }),
  draft({ values: null }),
  draft({ step: '1' }),
])('what is no draft is none: %s', (text) => {
  expect(parseDraft(text, NOW)).toBeNull();
});

test('values that are no text are left out of a draft', () => {
  expect(parseDraft(draft({ values: { name: 'Ada', email: 5, languages: [1] } }), NOW)?.values).toEqual({
    name: 'Ada',
  });
});

test('what a form keeps are the named fields alone, never a file', () => {
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

  expect(toValues(FIELDS, form)).toEqual({ name: 'Ada', languages: ['en', 'de'] });
});
