import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from './browser-globals.ts';

const fetchLatest = vi.fn<() => Promise<Response>>();

/** Imports fresh copies of the modules for each test, because they keep state. */
const importModules = async () => {
  const { page, storage, location } = stubBrowser('https://site.example/contact?event=oslo');
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('fetch', fetchLatest);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.resetModules();
  const { watchPageUnload } = await import('../../../../src/framework/client/document-navigation.ts');
  const { loadOptionally, recoverFromChunkFailure, setNavigationTarget } = await import(
    '../../../../src/framework/client/chunk-load-failure.ts'
  );
  watchPageUnload();
  recoverFromChunkFailure();
  /** Reports a failed chunk like Vite. False if the event is cancelled: `import()` then resolves, otherwise it rejects. */
  const fail = (): boolean => page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  return { page, storage, location, sendBeacon, fail, loadOptionally, setNavigationTarget };
};

beforeEach(() => {
  vi.useFakeTimers();
  fetchLatest.mockReset().mockImplementation(async () => Response.json({ id: 'new' }));
});

test('every failure before the reload makes import() resolve, and the page is reloaded and reported once, without its query', async () => {
  const { location, sendBeacon, fail } = await importModules();
  // Vite reports the style sheet of a chunk, and then the chunk itself. False: `import()` resolves.
  expect([fail(), fail()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(location.reload).toHaveBeenCalledOnce();
  expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(
    '/api/client-errors',
    JSON.stringify({ path: '/contact', stage: 'chunk' }),
  );
});

test('a page is reloaded at most once in ten seconds; until then import() rejects', async () => {
  const { location, fail } = await importModules();
  fail();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(fail()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(location.reload).toHaveBeenCalledOnce();
  expect(fail()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);

  expect(location.reload).toHaveBeenCalledTimes(2);
});

test('what is typed while the document of the reload is loaded is preserved', async () => {
  const { page, storage, fail } = await importModules();
  const field = { name: 'email', value: 'a', form: {}, matches: () => false };
  vi.stubGlobal('document', { querySelectorAll: (selector: string) => (selector === 'details' ? [] : [field]) });
  fail();
  await vi.advanceTimersByTimeAsync(0);
  field.value = 'ada@example.org';
  page.dispatchEvent(new Event('pagehide'));

  expect(JSON.parse(storage.getItem('page-state') ?? '')).toMatchObject({ fields: [{ value: 'ada@example.org' }] });
});

test('a chunk that fails during a client navigation loads the document of the target page, even just after a reload', async () => {
  const { location, fail, setNavigationTarget } = await importModules();
  fail();
  await vi.advanceTimersByTimeAsync(0);
  setNavigationTarget(new URL('https://site.example/faq#top'));
  expect(fail()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);

  expect(location.assign).toHaveBeenCalledExactlyOnceWith('https://site.example/faq#top');
});

test('if the target differs in its hash only, the page is reloaded, since a changed hash alone would load nothing', async () => {
  const { location, fail, setNavigationTarget } = await importModules();
  setNavigationTarget(new URL('https://site.example/contact?event=oslo#end'));
  fail();
  await vi.advanceTimersByTimeAsync(0);

  expect(location.reload).toHaveBeenCalledOnce();
  expect(location.assign).not.toHaveBeenCalled();
});

test('code that the visitor has not asked for neither reloads the page nor is reported when it fails', async () => {
  const { location, sendBeacon, fail, loadOptionally } = await importModules();
  const other = Promise.withResolvers<void>();
  const waiting = loadOptionally(() => other.promise);
  await loadOptionally(async () => {
    throw new Error(`is cancelled: ${!fail()}`);
  });
  // The other one is still being loaded.
  expect(fail()).toBe(true);
  other.resolve();
  await waiting;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(location.reload).not.toHaveBeenCalled();
  expect(sendBeacon).not.toHaveBeenCalled();

  expect(fail()).toBe(false);
});

test('without session storage, which would stop a loop, no page is reloaded', async () => {
  const { storage, location, fail } = await importModules();
  for (const method of [storage.getItem, storage.setItem]) {
    method.mockImplementation(() => {
      throw new Error('SecurityError');
    });
  }
  expect(fail()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(location.reload).not.toHaveBeenCalled();
});

test('the reload waits until the server responds', async () => {
  const { location, fail } = await importModules();
  fetchLatest.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  fail();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(location.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(location.reload).toHaveBeenCalledOnce();
});

test('a failure that a navigation to another document causes is neither reported nor followed by a reload', async () => {
  const { page, location, sendBeacon, fail } = await importModules();
  page.dispatchEvent(new Event('beforeunload'));
  expect(fail()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(sendBeacon).not.toHaveBeenCalled();
  expect(location.reload).not.toHaveBeenCalled();
});

test('a navigation that begins during the request for the latest build delays the reload by half a minute', async () => {
  const { page, location, fail } = await importModules();
  fail();
  page.dispatchEvent(new Event('beforeunload'));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(location.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);

  expect(location.reload).toHaveBeenCalledOnce();
});
