import { readSession, writeSession } from './session-storage.ts';

const STORAGE_KEY = 'last-reload';
const TTL_MS = 10_000;

/**
 * Whether the page at a path may be reloaded after a chunk failed to load. False if it was the last page to be reloaded,
 * at most 10 s ago, so that a broken build causes no reload loop. Otherwise the reload is recorded.
 */
export const mayReload = (path: string): boolean => {
  const [expires, guarded] = (readSession(STORAGE_KEY) ?? '').split(' ');
  if (guarded === path && Number(expires) >= Date.now()) return false;
  // False without session storage, because nothing would stop a loop.
  return writeSession(STORAGE_KEY, `${Date.now() + TTL_MS} ${path}`);
};
