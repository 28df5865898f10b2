import { expect, test } from 'vitest';
import { parseDraft } from '../../../src/forms/stored-draft.ts';

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

test('a stored draft is parsed', () => {
  expect(parseDraft(draft(), NOW)).toEqual({
    savedAt: NOW,
    submissionId: 'id',
    step: 1,
    values: { name: 'Ada', languages: ['en', 'de'] },
  });
});

test('a draft expires after 30 days', () => {
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
])('a malformed draft is ignored: %s', (text) => {
  expect(parseDraft(text, NOW)).toBeNull();
});

test('values that are not text are left out', () => {
  expect(parseDraft(draft({ values: { name: 'Ada', email: 5, languages: [1] } }), NOW)?.values).toEqual({
    name: 'Ada',
  });
});
