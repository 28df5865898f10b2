import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadDocument } from '../../../../src/framework/client/document-navigation.ts';
import { stubBrowser } from './browser-globals.ts';

/** Imports a fresh copy of the module for each test, because the module keeps state. */
const watch = async () => {
  const { page } = stubBrowser();
  vi.resetModules();
  const { isUnloading, watchPageUnload } = await import('../../../../src/framework/client/document-navigation.ts');
  watchPageUnload();
  return { isUnloading, leave: () => page.dispatchEvent(new Event('beforeunload')) };
};

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

test('another page is loaded from its URL', () => {
  const { location } = stubBrowser();
  loadDocument('https://site.example/news#latest');

  expect(location.assign).toHaveBeenCalledExactlyOnceWith('https://site.example/news#latest');
  expect(location.reload).not.toHaveBeenCalled();
});

test('the current page is reloaded, even with another hash: a changed hash alone would load nothing', () => {
  const { location } = stubBrowser('https://site.example/faq?q=a#top');
  loadDocument('https://site.example/faq?q=a#end');

  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.assign).not.toHaveBeenCalled();
});

test('a page without a navigation is not unloading', async () => {
  const { isUnloading } = await watch();

  expect(isUnloading()).toBe(false);
  expect(isUnloading(0)).toBe(false);
});

test('a page counts as unloading for 30 seconds after a navigation has begun', async () => {
  const { isUnloading, leave } = await watch();
  leave();
  vi.advanceTimersByTime(30_000);
  expect(isUnloading()).toBe(true);
  vi.advanceTimersByTime(1);

  expect(isUnloading()).toBe(false);
});

test('a navigation that began before a point in time does not count', async () => {
  const { isUnloading, leave } = await watch();
  const before = performance.now();
  leave();
  expect(isUnloading(before)).toBe(true);
  vi.advanceTimersByTime(1);

  expect(isUnloading(performance.now())).toBe(false);
});
