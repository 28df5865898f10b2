import { isUnloading, loadDocument } from './document-navigation.ts';
import { readLatestBuildId } from './latest-build.ts';
import { savePageState } from './page-state.ts';
import { reportFailure } from './report-failure.ts';
import { readSession, writeSession } from './session-storage.ts';

const RETRY_MS = 2_000;
const GUARD_MS = 10_000;

let navigationTarget: URL | null = null;

/** Sets the URL that a client navigation is loading; null when the page at this URL is shown. */
export const setNavigationTarget = (url: URL | null): void => {
  navigationTarget = url;
};

let optionalLoads = 0;

/** Loads code that the visitor has not asked for yet: if that fails, the page stays, since the first use loads it again. */
export const loadOptionally = async (load: () => Promise<unknown>): Promise<void> => {
  optionalLoads += 1;
  await load().catch(() => undefined);
  optionalLoads -= 1;
};

/**
 * Whether the page at a path may be reloaded after a chunk failed to load. False if it was reloaded at most 10 s ago, so
 * that a broken build causes no reload loop. Otherwise the reload is recorded.
 */
const mayReload = (path: string): boolean => {
  const key = `reload ${path}`;
  // False without session storage, because nothing would stop a loop.
  return Date.now() - Number(readSession(key)) > GUARD_MS && writeSession(key, `${Date.now()}`);
};

let isReloading = false;

const reload = async (target: URL | Location): Promise<void> => {
  isReloading = true;
  // Waits until the server responds and no navigation to another document is in progress, which a reload would cancel.
  while ((await readLatestBuildId()) === null || isUnloading())
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  // Only then, because the visitor may go on typing until the document arrives.
  addEventListener('pagehide', savePageState);
  loadDocument(target.href);
  isReloading = false;
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
    if (optionalLoads || isUnloading()) return;
    reportFailure('chunk');
    const target = navigationTarget ?? location;
    if (mayReload(target.pathname)) void reload(target);
    // Vite reports the style sheet of a chunk and then the chunk itself.
    if (isReloading) event.preventDefault();
  });
};
