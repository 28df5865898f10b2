const STORAGE_KEY = 'site:reload';
/** Specification §9, "Page reload guard time-to-live". */
const TTL_MS = 10_000;

/**
 * Whether a page may be reloaded after a chunk failed: at most once within 10 s, so that a broken deployment cannot cause
 * a reload loop. A call that returns true starts the 10 s.
 */
export const mayReload = (path: string): boolean => {
  try {
    const [expires, guarded] = (sessionStorage.getItem(STORAGE_KEY) ?? '').split(' ');
    if (guarded === path && Number(expires) >= Date.now()) return false;
    sessionStorage.setItem(STORAGE_KEY, `${Date.now() + TTL_MS} ${path}`);
    return true;
  } catch {
    // Without session storage nothing would stop a loop.
    return false;
  }
};
