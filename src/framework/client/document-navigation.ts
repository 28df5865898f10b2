/** Makes the browser load the document of a URL, even if it is the current document. */
export const loadDocument = (href: string): void => {
  if (href.split('#')[0] === location.href.split('#')[0]) location.reload();
  else location.assign(href);
};

/**
 * Loads the page when the visitor goes back or forward, until `Navigation` does that. After a reload, a page that the router
 * has pushed still shares one document with the pages before it, so the browser changes only the URL.
 */
export const loadPagesOfHistory = (): void => {
  const { pathname, search } = location;
  window.onpopstate = () => {
    if (location.pathname + location.search !== pathname + search) location.reload();
  };
};

/** A navigation that has not replaced the page after this time was cancelled or is a download. */
const UNLOAD_MS = 30_000;

let begunAt = Number.NEGATIVE_INFINITY;

export const watchPageUnload = (): void => {
  addEventListener('beforeunload', () => {
    begunAt = performance.now();
  });
};

/**
 * Whether a navigation to another document has begun. During such a navigation, Firefox rejects pending imports and
 * requests, which are not failures of the site. The navigation may still turn out to be a download.
 *
 * @param since a time as returned by `performance.now()`; 30 seconds ago by default.
 */
export const isUnloading = (since = performance.now() - UNLOAD_MS): boolean => begunAt >= since;
