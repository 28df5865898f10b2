import 'server-only';
import { LRUCache } from 'lru-cache';
import { env } from '../env.ts';
import { currentContext, defineGauge, log, recordContent } from '../framework/shared.ts';
import type { KeptAnswer } from './answer-store.ts';
import { currentDraftSource } from './draft-source.ts';
import { toItemTags } from './item-tags.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createOutage, pauseMs } from './outage.ts';
import { waitWithinBudget } from './read-budget.ts';
import { createSnapshotSource } from './snapshot-source.ts';
import { type ContentSource, SourceDown } from './source.ts';
import { createWordPressSource } from './wordpress-source.ts';

/**
 * Maximum number of cached values per reader. Invented slugs are not cached, since slugs are looked up in a list first
 * (`defineSlugReaders`). Unlike `max`, this reserves no memory for values that most readers never have.
 */
const LIMIT = { maxSize: 2_000, sizeCalculation: () => 1 };

const FRESH_MS = env.CMS_TTL_S * 1_000;

type Definition<Args extends readonly string[], Value> = {
  /** The name in the log. */
  readonly name: string;
  /** The tags by which `invalidateContent` finds the value, and which pages that show it have. */
  readonly tags: readonly string[] | ((...args: Args) => readonly string[]);
  /** The collection whose outage a failed read indicates; the first tag by default. */
  readonly collection?: string;
  /** Composes the value from one source. Null if the source does not have it; throws if the source is broken. */
  readonly read: (source: ContentSource, ...args: Args) => Promise<Value>;
  /**
   * For a value that contains items: pages that show it also have the tags of these items (`toItemTags`). A change of any item of this
   * kind invalidates the value, because the item may belong into it from then on.
   */
  readonly items?: {
    readonly kind: string;
    readonly keysOf: (value: Value) => readonly (string | number)[];
  };
};

export type ReadOptions = {
  /** The maximum age of the value in milliseconds, if the CMS answers in time. */
  readonly maxAgeMs?: number;
  /** How long to wait for the request to the CMS at most, in milliseconds since it began. */
  readonly waitMs?: number;
  /** False if no page is missing because of the value, so that an uncertain value makes no 404 uncertain. */
  readonly isDecisive?: boolean;
  /** The tags that the page gets instead of those of the whole value, because it shows only a part of it. */
  readonly tags?: readonly string[];
};

/** For reads on which the first byte of a page waits, such as those of its head and its layout. */
export const BRIEFLY = { waitMs: 15, isDecisive: false } as const;

/**
 * `at` is when the value was requested from the CMS (`performance.now`): `-Infinity` if the value was invalidated, or comes from the
 * snapshot because the CMS fails; `Infinity` if no CMS is configured.
 */
type TimedValue<Value> = { readonly value: Value; readonly at: number };

/** A value that an earlier process or another instance has read. `requestedAt` is in milliseconds since 1970. */
type KeptValue<Value> = { readonly value: Value; readonly requestedAt: number };

/** The pause between attempts to read one value whose reads fail. */
type Backoff = { readonly until: number; readonly failures: number };

const wordpress = env.CMS_URL === null ? null : createWordPressSource(env.CMS_URL, env.CMS_TIMEOUT_MS);
const keptAnswers = env.CMS_URL === null ? null : createKeptAnswers(env.CMS_URL);
const snapshot = createSnapshotSource();
const outage = createOutage();

/** Only a server has to respond soon: the build waits for the content of its pages, also where it is read `briefly`. */
let isServing = false;

const now = () => performance.now();

/**
 * One function per reader, which marks those values of the reader as stale that have one of the tags; null: all of them.
 * `at` is what they get as the time of their request.
 */
const invalidations = new Set<(tags: ReadonlySet<string> | null, at: number) => void>();

/** All pages share the value of a reader, so none of them may change it. */
const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
};

/**
 * The only way to read the content of pages. The reader it returns reads from the CMS within the rest of the request's time budget
 * (`waitWithinBudget`). If that fails, the reader returns the last good value, or else a value composed from the snapshot alone. It
 * throws only if the snapshot itself is broken. A server that has just started does not wait for a value whose answers are kept: it
 * returns that one, stale, while it requests the newer one (docs/decisions/0046). Values are frozen, cached for `CMS_TTL_S` and revalidated in the background
 * after half that time, so that the revalidation of a page finds newer content without waiting for the CMS (docs/decisions/0035).
 */
export const defineReader = <Args extends readonly string[], Value>(definition: Definition<Args, Value>) => {
  const { name, tags, collection, read, items } = definition;
  const tagsOf = typeof tags === 'function' ? tags : () => tags;
  const fallbacks = new LRUCache<string, { readonly value: Value }>(LIMIT);
  /** Values composed from kept answers; null: there are none. */
  const keptValues = new LRUCache<string, Promise<KeptValue<Value> | null>>(LIMIT);
  const backoffs = new LRUCache<string, Backoff>(LIMIT);
  /** Running requests whose values will be cached, by key. An invalidated request is removed. */
  const inFlight = new Map<string, { readonly signal: AbortSignal; readonly at: number }>();

  const fail = (key: string, args: Args, error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    const isUnreachable = error instanceof SourceDown;
    if (!isUnreachable) {
      const failures = backoffs.get(key)?.failures ?? 0;
      backoffs.set(key, { until: now() + pauseMs(failures), failures: failures + 1 });
    }
    const affected = collection ?? tagsOf(...args)[0] ?? name;
    outage.failed({ reader: name, collection: affected, reason, isUnreachable, retry: () => request(key, args) });
  };

  /** The last good value of each key. */
  const lastValues = new LRUCache<string, TimedValue<Value>, { readonly args: Args }>({
    ...LIMIT,
    noDeleteOnFetchRejection: true,
    // A response that was requested before an invalidation is not cached, but its waiters get it.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _last, { context: { args }, signal }) => {
      if (wordpress === null) throw new Error('there is no CMS');
      /** A failed request that started before an invalidation is ignored: its failure says nothing about the new content. */
      const failUnlessInvalidated = (error: unknown) => {
        if (!signal.aborted) fail(key, args, error);
      };
      const requestedAt = Date.now();
      const answers: KeptAnswer[] = [];
      const source = wordpress.withListeners({
        onSlow: (path) => {
          failUnlessInvalidated(new Error(`wordpress gives no answer to ${path} within ${env.CMS_TIMEOUT_MS} ms`));
        },
        onAnswer: (answer) => answers.push({ ...answer, requestedAt }),
      });
      const at = now();
      inFlight.set(key, { signal, at });
      try {
        const value = freeze(await read(source, ...args));
        outage.succeeded(name);
        if (signal.aborted) return { value, at };
        backoffs.delete(key);
        keptValues.delete(key);
        keptAnswers?.save(answers);
        return { value, at };
      } catch (error) {
        failUnlessInvalidated(error);
        throw error;
      } finally {
        if (inFlight.get(key)?.signal === signal) inFlight.delete(key);
      }
    },
  });

  /** Requests a value from the CMS, single-flight. Null if that fails; it never throws. */
  const request = (key: string, args: Args): Promise<TimedValue<Value> | null> =>
    lastValues.forceFetch(key, { context: { args }, forceRefresh: true }).catch(() => null);

  const readSnapshot = async (key: string, args: Args): Promise<Value> => {
    const known = fallbacks.get(key);
    if (known) return known.value;
    const value = freeze(await read(snapshot, ...args));
    if (value !== null) fallbacks.set(key, { value });
    return value;
  };

  const composeKept = async (args: Args, source: ContentSource, oldest: () => number): Promise<KeptValue<Value>> => ({
    value: freeze(await read(source, ...args)),
    requestedAt: oldest(),
  });

  const readKept = (key: string, args: Args): Promise<KeptValue<Value> | null> | null => {
    if (!keptAnswers?.isStarted()) return null;
    const known = keptValues.get(key);
    if (known) return known;
    const { source, oldest } = keptAnswers.openSource();
    const reading = composeKept(args, source, oldest).catch((error) => {
      // An outage of the store ends; answers that are missing or have a shape of the past stay so.
      if (error instanceof SourceDown && keptValues.peek(key) === reading) keptValues.delete(key);
      log.debug({ reader: name, reason: String(error) }, 'there is no kept value');
      return null;
    });
    keptValues.set(key, reading);
    return reading;
  };

  const isPurged = (args: Args, { requestedAt }: KeptValue<Value>): boolean =>
    keptAnswers !== null && isInvalidated(args, keptAnswers.tagsPurgedAfter(requestedAt));

  const readPublished = async (
    args: Args,
    { maxAgeMs, waitMs = Infinity }: ReadOptions,
  ): Promise<TimedValue<Value> & { readonly isCertain: boolean }> => {
    const key = JSON.stringify(args);
    if (wordpress === null) return { value: await readSnapshot(key, args), at: Infinity, isCertain: true };
    const freshMs = maxAgeMs ?? FRESH_MS;
    const last = lastValues.get(key);
    const ageMs = last ? now() - last.at : Infinity;
    if (last && ageMs < freshMs / 2) return { ...last, isCertain: true };

    const backoff = backoffs.get(key);
    let requesting: Promise<TimedValue<Value> | null> | null = null;
    if (outage.isDown()) outage.probeWith(() => request(key, args));
    else if (!backoff) requesting = request(key, args);
    else if (now() >= backoff.until) void request(key, args);

    const kept = last ? null : await readKept(key, args);
    /** An editor has changed the content since, and wants to see the change. */
    const isChanged = last ? last.at === -Infinity : kept !== null && isPurged(args, kept);
    // That there is no item is known only from the CMS.
    const isUsable = last
      ? ageMs < freshMs
      : maxAgeMs === undefined && kept !== null && kept.value !== null && !isChanged;
    if (requesting && !isUsable) {
      const isBrief = isServing && !isChanged;
      const leftMs = isBrief ? waitMs - (now() - (inFlight.get(key)?.at ?? now())) : Infinity;
      const requested = await waitWithinBudget(requesting, leftMs);
      if (requested) return { ...requested, isCertain: true };
      if (leftMs < Infinity) currentContext()?.set('hasSlowContent', true);
    }
    if (last) return { ...last, isCertain: ageMs < Math.max(freshMs, FRESH_MS) };
    const value = kept ? kept.value : await readSnapshot(key, args);
    // The CMS may have answered while the snapshot was read.
    const answered = lastValues.get(key);
    return answered ? { ...answered, isCertain: true } : { value, at: -Infinity, isCertain: false };
  };

  const readDraft = async (source: ContentSource, args: Args): Promise<Value> => {
    currentContext()?.get('onWait')?.();
    try {
      return await read(source, ...args);
    } catch (error) {
      log.warn({ reader: name, reason: String(error) }, 'the draft of a preview cannot be read');
      // The published content may lack the page of the draft: that is a 503, not a 404.
      recordContent({ tags: new Set(), oldest: Infinity, isCertain: false });
      return (await readPublished(args, {})).value;
    }
  };

  const readAny = async (args: Args, options: ReadOptions): Promise<Value> => {
    const draftSource = currentDraftSource();
    if (draftSource) return readDraft(draftSource, args);
    const { tags: ownTags, isDecisive = true } = options;
    const { value, at, isCertain } = await readPublished(args, options);
    const itemTags = items && !ownTags ? toItemTags(items.kind, items.keysOf(value)) : [];
    const allTags = new Set([...(ownTags ?? tagsOf(...args)), ...itemTags]);
    recordContent({ tags: allTags, oldest: at, isCertain: isCertain || !isDecisive });
    return value;
  };

  const isInvalidated = (args: Args, invalidTags: ReadonlySet<string> | null): boolean =>
    invalidTags === null ||
    tagsOf(...args).some((tag) => invalidTags.has(tag)) ||
    (items !== undefined && [...invalidTags].some((tag) => tag.startsWith(`${items.kind}:`)));

  invalidations.add((invalidTags, at) => {
    if (invalidTags === null) fallbacks.clear();
    for (const key of new Set([...lastValues.keys(), ...inFlight.keys(), ...backoffs.keys(), ...keptValues.keys()])) {
      if (!isInvalidated(JSON.parse(key), invalidTags)) continue;
      backoffs.delete(key);
      inFlight.delete(key);
      keptValues.delete(key);
      const last = lastValues.peek(key);
      if (last) lastValues.set(key, { ...last, at: Math.min(last.at, at) });
      else lastValues.delete(key);
    }
  });

  return Object.assign((...args: Args) => readAny(args, {}), {
    /**
     * Reads a value on which the first byte of a page waits, such as its title. It waits for the CMS only until 15 ms after the request
     * for the value began, and then returns the last known value, else that of the snapshot; such a page is stale at once. It waits longer
     * only for what an editor has changed. No page may decide by this value whether it exists.
     */
    briefly: (...args: Args): Promise<Value> => readAny(args, BRIEFLY),

    /**
     * Reads a value that the page does not show, such as a list in which an item is looked up. It affects neither the
     * tags nor the age of the page.
     */
    unrecorded: async (options: ReadOptions, ...args: Args): Promise<Value> => {
      const draftSource = currentDraftSource();
      return draftSource ? readDraft(draftSource, args) : (await readPublished(args, options)).value;
    },

    with: (options: ReadOptions, ...args: Args): Promise<Value> => readAny(args, options),

    /** Whether the value has been requested from the CMS, which has not answered yet. */
    isBeingRead: (...args: Args): boolean => inFlight.has(JSON.stringify(args)),
  });
};

/** Calls the function with the tags of content that has changed (null: all). For caches outside of the readers, such as that of images. */
export const onInvalidation = (invalidate: (tags: ReadonlySet<string> | null) => void): void => {
  invalidations.add(invalidate);
};

/**
 * Marks values with one of these tags as stale; null: all values, including those of the snapshot. The next read requests them from
 * the CMS. Since the CMS has reported the change itself, this also closes an open circuit breaker.
 */
export const invalidateContent = (tags: readonly string[] | null): void => {
  outage.close();
  if (tags === null) snapshot.forget();
  keptAnswers?.purge(tags);
  const invalidTags = tags === null ? null : new Set(tags);
  for (const invalidate of invalidations) invalidate(invalidTags, -Infinity);
};

/**
 * Content may have changed while this instance was not connected to the others: all values expire, as after `CMS_TTL_S`. Kept answers
 * that are newer than the purges of the other instances stay valid.
 */
export const expireContent = (): void => {
  keptAnswers?.reloadPurges();
  for (const invalidate of invalidations) invalidate(null, now() - FRESH_MS);
};

/** Keeps content while the server runs. */
export const contentService = {
  start: async (): Promise<void> => {
    isServing = true;
    await keptAnswers?.start();
  },
  stop: async (limitMs: number): Promise<void> => {
    isServing = false;
    await keptAnswers?.stop(limitMs);
  },
};

/**
 * Where content comes from and whether the last reads succeeded. `ok` is false while some pages show cached content or the snapshot
 * because the CMS fails; `failing` names the readers that fail.
 */
export const contentHealth = () =>
  ({ source: wordpress === null ? 'snapshot' : 'wordpress', ...outage.health() }) as const;

defineGauge({
  name: 'cms_up',
  help: '0 while some pages show cached content or the snapshot because the CMS cannot be read.',
  collect() {
    this.set(Number(contentHealth().ok));
  },
});
