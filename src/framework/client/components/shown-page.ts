let href = '';
let entry = '';

/** Identifies the current entry of the history. In browsers that do not tell, entries with the same URL count as one. */
export const currentEntry = (): string => globalThis.navigation?.currentEntry?.key ?? location.href;

export const recordShownPage = (shown: string): void => {
  href = shown;
  // Queued, because the router pushes the URL of a link afterwards.
  queueMicrotask(() => {
    entry = currentEntry();
  });
};

/** The URL of the page on screen. When the visitor goes back, `location` is already the URL of the next page. */
export const shownPage = (): string => href;

/** The entry of the history that the page on screen belongs to, as `currentEntry` identifies it. */
export const shownEntry = (): string => entry;

/** Replaces the URL of the page on screen, which stays as it is, for example after a search in it. */
export const replaceUrl = (url: string | URL): void => {
  history.replaceState(history.state, '', url);
  recordShownPage(location.href);
};

/**
 * Calls `handle` as soon as `isThere`, which may depend on parts of the page that are still loading. Not if the visitor leaves the
 * page before, or `ended` is aborted.
 */
export const whenArrived = (isThere: () => boolean, handle: () => void, ended = new AbortController()): void => {
  if (isThere()) {
    handle();
    return;
  }
  const page = href;
  const observer = new MutationObserver(() => {
    const isLeft = href !== page;
    if (!isLeft && !isThere()) return;
    ended.abort();
    if (!isLeft) handle();
  });
  ended.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
};
