import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mayReload } from '../../../../src/framework/client/reload-guard.ts';
import { stubBrowser } from './browser-globals.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

test('a page may be reloaded once within ten seconds', () => {
  stubBrowser();
  expect(mayReload('/faq')).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(mayReload('/faq')).toBe(false);
  vi.advanceTimersByTime(1);

  expect(mayReload('/faq')).toBe(true);
});

test('another page may be reloaded in the meantime', () => {
  stubBrowser();
  mayReload('/faq');

  expect(mayReload('/news')).toBe(true);
});

test('without session storage no page is reloaded', () => {
  const { storage } = stubBrowser();
  for (const method of [storage.getItem, storage.setItem]) {
    method.mockImplementation(() => {
      throw new Error('SecurityError');
    });
  }

  expect(mayReload('/faq')).toBe(false);
});
