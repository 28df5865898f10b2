import { readLatestBuildId } from './latest-build.ts';
import { loadDocument } from './load-document.ts';
import { savePageState } from './page-state.ts';
import { isUnloading } from './page-unload.ts';
import { mayReload } from './reload-guard.ts';
import { reportFailure } from './report-failure.ts';

const RETRY_MS = 2_000;

let navigationTarget: URL | null = null;

/** Sets the URL that a client navigation is loading; null when the page at this URL is shown. */
export const setNavigationTarget = (url: URL | null): void => {
  navigationTarget = url;
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
