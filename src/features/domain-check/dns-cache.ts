import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Ask } from './dns-client.ts';
import type { Lookup, Question } from './dns-message.ts';

const MAX_LOOKUPS = 20_000;
/** In seconds. An answer is cached for its TTL within these bounds. */
const MIN_TTL_S = 60;
const MAX_TTL_S = 600;

/**
 * Caches answers. Concurrent questions for the same records are asked once. Failures are not cached, so that the next
 * check asks again.
 *
 * @param timeoutMs how long a question may take. It does not end earlier, because others may wait for it.
 * @param clock tells the time in milliseconds.
 */
export const cacheAnswers = (
  ask: Ask,
  timeoutMs: number,
  clock: { readonly now: () => number } = performance,
): ((question: Question) => Promise<Lookup>) => {
  const lookups = new LRUCache<string, Lookup, Question>({
    max: MAX_LOOKUPS,
    ttl: MAX_TTL_S * 1_000,
    perf: clock,
    ttlResolution: 0,
    fetchMethod: async (key, _previous, { context, options }) => {
      const lookup = await ask(context, AbortSignal.timeout(timeoutMs));
      if (lookup.status === 'failed') lookups.delete(key);
      else options.ttl = Math.min(Math.max(lookup.ttl, MIN_TTL_S), MAX_TTL_S) * 1_000;
      return lookup;
    },
    ignoreFetchAbort: true,
  });
  return (question) => lookups.forceFetch(`${question.type} ${question.name}`, { context: question });
};
