import 'server-only';
import { LRUCache } from 'lru-cache';
import { log } from '../framework/shared.ts';

const logged = new LRUCache<string, true>({ max: 1_000 });

let context: readonly string[] = [];

/** Adds a name to the field `where` of all warnings that a synchronous function logs: `post 12`, or nested `post 12 > person 0`. */
export const withWarningContext = <Result>(name: string, work: () => Result): Result => {
  const outer = context;
  context = [...outer, name];
  try {
    return work();
  } finally {
    context = outer;
  }
};

/**
 * Logs a warning only the first time its key is seen: content is read again every minute, and its errors persist.
 *
 * @param key identifies the item and the error; must not contain anything that changes between reads.
 */
export const warnOnce = (key: string, details: Readonly<Record<string, unknown>>, message: string): void => {
  const where = context.join(' > ');
  const keyInContext = `${where} ${key}`;
  if (logged.has(keyInContext)) return;
  logged.set(keyInContext, true);
  log.warn(where === '' ? details : { where, ...details }, message);
};
