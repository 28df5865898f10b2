import 'server-only';
import { LRUCache } from 'lru-cache';
import { log } from '../framework/log.ts';

const said = new LRUCache<string, true>({ max: 1_000 });

let place: readonly string[] = [];

/** Names where in the content the warnings of a synchronous piece of work belong: `post 12`, `post 12 > person 0`. */
export const withWarningContext = <Result>(name: string, work: () => Result): Result => {
  const outer = place;
  place = [...outer, name];
  try {
    return work();
  } finally {
    place = outer;
  }
};

/**
 * Logs a warning the first time its key is seen: content is read again every minute, and its flaws stay.
 *
 * @param key what is wrong with which item, without anything that changes from read to read.
 */
export const warnOnce = (key: string, details: Readonly<Record<string, unknown>>, message: string): void => {
  const where = place.join(' > ');
  const keyThere = `${where} ${key}`;
  if (said.has(keyThere)) return;
  said.set(keyThere, true);
  log.warn(where === '' ? details : { where, ...details }, message);
};

/** Lets every warning be said again; for tests. */
export const resetWarnings = (): void => said.clear();
