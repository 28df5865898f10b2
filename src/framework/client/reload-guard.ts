const STORE = 'site:reload';
/** Specification §9, "Page reload guard time-to-live". */
const GUARD_MS = 10_000;

/**
 * Whether a page may be loaded again because a part of it failed: not a second time within 10 s, so that a deployment
 * that is broken cannot loop. Asking counts as the first time.
 */
export const mayReload = (path: string, now = Date.now()): boolean => {
  try {
    const [expires, guarded] = (sessionStorage.getItem(STORE) ?? '').split(' ');
    if (guarded === path && Number(expires) >= now) return false;
    sessionStorage.setItem(STORE, `${now + GUARD_MS} ${path}`);
    return true;
  } catch {
    // Without a store nothing would stop a loop.
    return false;
  }
};

/** Lets the browser load an address of this site itself. */
export const leaveFor = (href: string): void => {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  if (url.href.split('#')[0] === location.href.split('#')[0]) location.reload();
  else location.assign(url);
};
