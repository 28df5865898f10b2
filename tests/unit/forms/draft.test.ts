import { describe, expect, test, vi } from 'vitest';
import { readDraft, removeDraft, writeDraft } from '../../../src/forms/draft.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const DRAFT = { savedAt: NOW, submissionId: 'id', step: 1, values: { name: 'Ada', languages: ['en', 'de'] } };

const stubStorage = (stored: Readonly<Record<string, string>> = {}) => {
  const items = new Map(Object.entries(stored));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
};

test('each form has its own draft', () => {
  stubStorage();

  expect(writeDraft('one', DRAFT)).toBe(true);
  expect(readDraft('one', NOW)).toEqual(DRAFT);
  expect(readDraft('other', NOW)).toBeNull();
  removeDraft('one');
  expect(readDraft('one', NOW)).toBeNull();
});

test('while local storage is disabled, reading, saving and removing a draft do not throw', () => {
  const fail = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });

  expect([readDraft('one'), writeDraft('one', DRAFT)]).toEqual([null, false]);
  expect(() => removeDraft('one')).not.toThrow();
});

describe('a stored draft', () => {
  const read = (text: string, now = NOW) => {
    stubStorage({ form: text });
    return readDraft('form', now);
  };
  const stored = (changes: Readonly<Record<string, unknown>> = {}) => JSON.stringify({ ...DRAFT, ...changes });

  test('a draft that is malformed is ignored, and so are values of an unknown type', () => {
    for (const text of ['', 'null', '[]', stored({ values: null }), stored({ step: '1' })])
      expect(read(text), text).toBeNull();
    expect(read(stored({ values: { name: 'Ada', email: 5, languages: [1] } }))?.values).toEqual({ name: 'Ada' });
  });

  test('a draft is kept when a clock that was ahead is corrected', () => {
    expect(read(stored({ savedAt: NOW + DAY_MS }))).toEqual({ ...DRAFT, savedAt: NOW + DAY_MS });
  });

  test('a draft expires after 30 days', () => {
    expect(read(stored(), NOW + 30 * DAY_MS)).not.toBeNull();
    expect(read(stored(), NOW + 30 * DAY_MS + 1)).toBeNull();
  });
});
