/** A navigation that has not replaced the page after this time was cancelled or is a download. */
const UNLOAD_MS = 30_000;

let begunAt = Number.NEGATIVE_INFINITY;

export const watchPageUnload = (): void => {
  addEventListener('beforeunload', () => {
    begunAt = performance.now();
  });
};

/**
 * Whether a navigation to another document has begun since a time (`performance.now()`), by default within the last 30
 * s. Firefox then rejects pending imports and requests. These are not failures of the site. The navigation may still
 * turn out to be a download.
 */
export const isUnloading = (since = performance.now() - UNLOAD_MS): boolean => begunAt >= since;
