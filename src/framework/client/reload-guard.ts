import { readSession, writeSession } from './session-storage.ts';

const STORAGE_KEY = 'site:reload';
const TTL_MS = 10_000;

/**
 * Whether a page may be reloaded after a chunk failed: once within 10 s, so that a broken build causes no reload loop.
 * If the page may be reloaded, the time is recorded.
 */
export const mayReload = (path: string): boolean => {
  const [expires, guarded] = (readSession(STORAGE_KEY) ?? '').split(' ');
  if (guarded === path && Number(expires) >= Date.now()) return false;
  // False without session storage, because nothing would stop a loop.
  return writeSession(STORAGE_KEY, `${Date.now() + TTL_MS} ${path}`);
};
