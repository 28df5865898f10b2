import { isUnloading, loadDocument } from './document-navigation.ts';
import { readLatestBuildId } from './latest-build.ts';
import { savePageState } from './page-state.ts';
import { reportFailure } from './report-failure.ts';
import { readSession, writeSession } from './session-storage.ts';

const RETRY_MS = 2_000;
const LAST_RELOAD = 'last-reload';
const GUARD_MS = 10_000;

let navigationTarget: URL | null = null;

/** Sets the URL that a client navigation is loading; null when the page at this URL is shown. */
export const setNavigationTarget = (url: URL | null): void => {
  navigationTarget = url;
};

/**
 * Whether the page at a path may be reloaded after a chunk failed to load. False if it was the last page to be reloaded,
 * at most 10 s ago, so that a broken build causes no reload loop. Otherwise the reload is recorded.
 */
const mayReload = (path: string): boolean => {
  const [expires, guarded] = (readSession(LAST_RELOAD) ?? '').split(' ');
  if (guarded === path && Number(expires) >= Date.now()) return false;
  // False without session storage, because nothing would stop a loop.
  return writeSession(LAST_RELOAD, `${Date.now() + GUARD_MS} ${path}`);
};

const reload = async (href: string, path: string): Promise<void> => {
  // Waits until the server responds and no navigation to another document is in progress, which a reload would cancel.
  while ((await readLatestBuildId()) === null || isUnloading())
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  savePageState();
  // Records the time of this reload for the guard, too: the wait may have been longer than its ten seconds.
  mayReload(path);
  loadDocument(href);
};

/**
 * A chunk that cannot be loaded usually belongs to a build that is no longer deployed. Once the server responds, the
 * state of the page is saved, and the page is reloaded at the URL that the visitor was navigating to; at most once
 * within 10 s. `import()` resolves to undefined while the page waits for the reload.
 *
 * https://vite.dev/guide/build#load-error-handling
 */
export const recoverFromChunkFailure = (): void => {
  addEventListener('vite:preloadError', (event) => {
    if (isUnloading()) return;
    reportFailure('chunk');
    const { href, pathname } = navigationTarget ?? location;
    if (!mayReload(pathname)) return;
    event.preventDefault();
    void reload(href, pathname);
  });
};
