import { keepPageState } from './page-state.ts';
import { leaveFor, mayReload } from './reload-guard.ts';

let target: string | null = null;

/** Where the visitor is going while a navigation is under way; null when it has ended. */
export const setTarget = (href: string | null): void => {
  target = href;
};

/**
 * A part of a page that cannot be loaded is most often one of a build that is not there any more. The page is loaded anew
 * at the path where the visitor wanted to be and keeps what was done to it; not twice within 10 s.
 */
export const guardParts = (): void => {
  addEventListener('vite:preloadError', (event) => {
    const href = target ?? location.href;
    if (!mayReload(new URL(href, location.href).pathname)) return;
    event.preventDefault();
    keepPageState();
    leaveFor(href);
  });
};
