import { beforeEach, expect, test, vi } from 'vitest';
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

test('a page counts as unloading for 30 seconds after a navigation, or if it began after a point in time', async () => {
  const { isUnloading, leave } = await watch();
  expect(isUnloading(0), 'without a navigation').toBe(false);
  const before = performance.now();
  leave();
  expect(isUnloading(before)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isUnloading(performance.now()), 'a navigation that began earlier').toBe(false);
  vi.advanceTimersByTime(29_999);
  expect(isUnloading()).toBe(true);
  vi.advanceTimersByTime(1);

  expect(isUnloading()).toBe(false);
});
