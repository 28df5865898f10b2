import { readLatestId } from './latest-build.ts';
import { savePageState } from './page-state.ts';
import { leaveFor, mayReload } from './reload-guard.ts';
import { reportFailure } from './report-failure.ts';

const RETRY_MS = 2_000;
/** A navigation that has not replaced the page by then was cancelled or is a download. */
const LEAVING_MS = 30_000;

let target: string | null = null;

/** Says where the visitor is going while a client navigation is under way; null when its page is shown. */
export const setTarget = (href: string | null): void => {
  target = href;
};

/**
 * A chunk that cannot be loaded most often belongs to a build that is not there any more. The page is reloaded at the path
 * where the visitor wanted to be and keeps what was done to it; not twice within 10 s, not before the server answers, and
 * not while the browser is on its way to another document, which a reload would cancel.
 */
export const recoverFromChunkFailure = (): void => {
  addEventListener('vite:preloadError', (event) => {
    reportFailure('chunk');
    const href = target ?? location.href;
    const { pathname } = new URL(href, location.href);
    if (!mayReload(pathname)) return;
    event.preventDefault();
    let leftAt = 0;
    addEventListener('beforeunload', () => {
      leftAt = Date.now();
    });
    const reload = async (): Promise<void> => {
      while ((await readLatestId()) === null || Date.now() - leftAt < LEAVING_MS)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      savePageState();
      mayReload(pathname);
      leaveFor(href);
    };
    void reload();
  });
};
