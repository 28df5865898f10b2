import { readLatestId } from './deployments.ts';
import { keepPageState } from './page-state.ts';
import { leaveFor, mayReload } from './reload-guard.ts';

const RETRY_MS = 2_000;

let target: string | null = null;

/** Where the visitor is going while a navigation is under way; null when it has ended. */
export const setTarget = (href: string | null): void => {
  target = href;
};

/** Nobody is sent from a page that can be read to a server that does not answer. */
const untilServerAnswers = async (): Promise<void> => {
  while ((await readLatestId()) === null) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
};

/**
 * A part of a page that cannot be loaded is most often one of a build that is not there any more. The page is loaded anew
 * at the path where the visitor wanted to be and keeps what was done to it; not twice within 10 s, and not before the
 * server answers.
 */
export const guardParts = (): void => {
  addEventListener('vite:preloadError', (event) => {
    const href = target ?? location.href;
    const { pathname } = new URL(href, location.href);
    if (!mayReload(pathname)) return;
    event.preventDefault();
    let isLeaving = false;
    addEventListener('beforeunload', () => {
      isLeaving = true;
    });
    void untilServerAnswers().then(() => {
      if (isLeaving) return;
      keepPageState();
      mayReload(pathname);
      leaveFor(href);
    });
  });
};
