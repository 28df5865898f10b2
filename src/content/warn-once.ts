import 'server-only';
import { LRUCache } from 'lru-cache';
import { log } from '../log.ts';

const said = new LRUCache<string, true>({ max: 1_000 });

/**
 * Logs a warning the first time its key is seen: content is read again every minute, and its flaws stay.
 *
 * @param key what is wrong with which item, without anything that changes from read to read.
 */
export const warnOnce = (key: string, details: Readonly<Record<string, unknown>>, message: string): void => {
  if (said.has(key)) return;
  said.set(key, true);
  log.warn(details, message);
};

/** Lets every warning be said again; for tests. */
export const forgetWarnings = (): void => said.clear();
