import { afterEach, expect, test, vi } from 'vitest';
import { readDraft, removeDraft, writeDraft } from '../../../src/forms/draft.ts';

afterEach(() => vi.unstubAllGlobals());

const DRAFT = { savedAt: 1, submissionId: 'id', step: 2, values: { name: 'Ada' } };

const stubStorage = () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
};

test('each form has its own draft', () => {
  stubStorage();

  expect(writeDraft('one', DRAFT)).toBe(true);
  expect(JSON.parse(readDraft('one') ?? '')).toEqual(DRAFT);
  expect(readDraft('other')).toBeNull();
  removeDraft('one');
  expect(readDraft('one')).toBeNull();
});

test('disabled storage is the same as no draft', () => {
  const fail = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });

  expect([readDraft('one'), writeDraft('one', DRAFT)]).toEqual([null, false]);
  expect(() => removeDraft('one')).not.toThrow();
});
