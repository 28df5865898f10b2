type LeavingWatch = {
  /** Whether a navigation to another document has begun since the watch was started. It may still turn out to be a download. */
  readonly isLeaving: () => boolean;
  readonly stop: () => void;
};

/**
 * Notices a navigation to another document that begins while something is loading: Firefox then rejects unfinished imports
 * and requests, which is no failure of theirs. The listener exists only until `stop` is called, because a page with a
 * `beforeunload` listener may be kept out of the back/forward cache.
 */
export const watchPageUnload = (): LeavingWatch => {
  let isLeaving = false;
  const note = (): void => {
    isLeaving = true;
  };
  addEventListener('beforeunload', note);
  return { isLeaving: () => isLeaving, stop: () => removeEventListener('beforeunload', note) };
};
