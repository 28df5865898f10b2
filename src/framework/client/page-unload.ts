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
