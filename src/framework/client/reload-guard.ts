const STORE = 'site:reload';
/** Specification §9, "Page reload guard time-to-live". */
const GUARD_MS = 10_000;

type Guard = { readonly path: string; readonly expires: number };

const readGuard = (): Guard | null => {
  try {
    const guard: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? 'null');
    if (typeof guard !== 'object' || guard === null || !('path' in guard) || !('expires' in guard)) return null;
    return { path: String(guard.path), expires: Number(guard.expires) };
  } catch {
    return null;
  }
};

/**
 * Whether a page may be loaded again because a part of it failed: not a second time within 10 s, so that a deployment
 * that is broken cannot loop. Asking counts as the first time.
 */
export const mayReload = (path: string, now = Date.now()): boolean => {
  const guard = readGuard();
  if (guard && guard.path === path && guard.expires >= now) return false;
  try {
    sessionStorage.setItem(STORE, JSON.stringify({ path, expires: now + GUARD_MS } satisfies Guard));
  } catch {
    // Without a store nothing would stop a loop.
    return false;
  }
  return true;
};

/** Lets the browser load an address of this site itself. */
export const leaveFor = (href: string): void => {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  if (url.href.split('#')[0] === location.href.split('#')[0]) location.reload();
  else location.assign(url);
};
