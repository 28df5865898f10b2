import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { env } from '../env.ts';
import { log } from '../framework/log.ts';
import { defineCmsUpMetric } from './cms-metrics.ts';
import { checkDraftAccess, createDraftSource, type Draft, type DraftAccess } from './draft-source.ts';
import { createOutage, createPauses } from './outage.ts';
import { waitWithinBudget, withReadBudget } from './read-budget.ts';
import { createSnapshotSource } from './snapshot-source.ts';
import { type ContentSource, isSourceDown } from './source.ts';
import { resetWarnings } from './warn-once.ts';
import { createWordPressSource } from './wordpress-source.ts';

/** Answers that each reader caches. Visitors cannot fill it: slugs are looked up in a list first (`findListedSlug`). */
const MOST_ANSWERS = 2_000;

const FRESH_MS = env.CMS_TTL_S * 1_000;

type Definition<Args extends readonly string[], Value> = {
  /** What the log calls it. */
  readonly name: string;
  /** The tags that `revalidate` invalidates it by; the first one is its collection. */
  readonly tags: readonly string[] | ((...args: Args) => readonly string[]);
  /** A beginning of tags that make the value stale, too: a list of slugs depends on the tag of every item. */
  readonly tagPrefix?: string;
  /** Composes the value from one source: null is absent, a throw is broken. */
  readonly read: (source: ContentSource, ...args: Args) => Promise<Value>;
};

export type Reader<Args extends readonly string[], Value> = ((...args: Args) => Promise<Value>) & {
  /** The tags under which the answer to these arguments can be revalidated, for caches of whole pages. */
  readonly tags: (...args: Args) => readonly string[];
  /** Reads a value that is at most this old, in milliseconds, where the content system answers in time. */
  readonly noOlderThan: (maxAgeMs: number, ...args: Args) => Promise<Value>;
};

/** An answer of the content system; `at` is when it was asked for. */
type Got<Value> = { readonly value: Value; readonly at: number };

type Reading<Value> = {
  readonly value: Value;
  /** When the content system was asked for it; `Infinity` without one, `-Infinity` where the snapshot stands in for it. */
  readonly at: number;
  readonly isCertain: boolean;
};

/** One question and what is known about its answer. */
type Slot<Args, Value> = {
  readonly args: Args;
  /** `turn` orders answers, because an old request can end after a newer one. */
  kept: (Got<Value> & { readonly turn: number }) | null;
  asking: Promise<Got<Value> | null> | null;
  turn: number;
  /** Answers that began before this turn are older than a revalidation. */
  freshFrom: number;
  failing: { readonly until: number; readonly pauses: ReturnType<typeof createPauses> } | null;
};

const wordpress = env.CMS_URL === null ? null : createWordPressSource(env.CMS_URL, env.CMS_TIMEOUT_MS);
let snapshot = createSnapshotSource();
let outage = createOutage();

const now = () => performance.now();

/**
 * What was read while something was made: the tags of the content, and when the oldest of it came (`performance.now`);
 * `Infinity` where none of it comes from a content system, `-Infinity` where the content system has not said some of it yet.
 */
export type ContentUse = {
  readonly tags: ReadonlySet<string>;
  readonly oldest: number;
  /** False where something was read from memory or from the snapshot because the content system gave no answer in time. */
  readonly isCertain: boolean;
};

type Watch = { readonly tags: Set<string>; oldest: number; isCertain: boolean };

const watches = new AsyncLocalStorage<Watch | null>();

/** Does something with one budget for waiting, and tells which content it was made from. */
export const watchReads = async <Value>(make: () => Promise<Value>): Promise<{ value: Value; use: ContentUse }> => {
  const watch: Watch = { tags: new Set(), oldest: Infinity, isCertain: true };
  return { value: await watches.run(watch, () => withReadBudget(make)), use: watch };
};

/** Reads what decides what is read next, but is not shown: it counts neither for the tags nor for the age of a page. */
export const readUnwatched = <Value>(read: () => Promise<Value>): Promise<Value> => watches.run(null, read);

export { type Draft, type DraftAccess, withReadBudget };

const drafts = new AsyncLocalStorage<ContentSource>();

/** The content system as editors see it; null where the settings name no editor. */
const asEditor = (): ContentSource | null => {
  if (env.CMS_URL === null || !env.CMS_USER || !env.CMS_APP_PASSWORD) return null;
  const url = new URL(env.CMS_URL);
  url.username = encodeURIComponent(env.CMS_USER);
  url.password = encodeURIComponent(env.CMS_APP_PASSWORD);
  return createWordPressSource(url.href, env.CMS_TIMEOUT_MS);
};
const editor = asEditor();

/** Does something for which content is read as if a draft were published. Nothing of it is remembered. */
export const withDraft = <Value>(draft: Draft, run: () => Value): Value =>
  editor === null ? run() : drafts.run(createDraftSource(editor, draft), run);

/** Whether this site may read a draft with the settings of its editor. */
export const checkDraft = async (draft: Draft): Promise<DraftAccess> =>
  editor === null ? { status: 'missing' } : checkDraftAccess(editor, draft);

/** Whether what is done now is done for a draft. */
export const isPreview = (): boolean => drafts.getStore() !== undefined;

const registered = new Set<{ revalidate: (tags: ReadonlySet<string> | null) => void; forget: () => void }>();

/** Readers hand the same value to every page, so none of them may change it. */
const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
};

/**
 * The only way to read content. The function it returns answers from the content system within what is left of the
 * request's budget (`withReadBudget`), else with the last good answer, else with the whole composition from the snapshot. It
 * throws only where the snapshot itself is broken. Answers are frozen, cached for `CMS_TTL_S` and refreshed in the background
 * from half of it.
 */
export const defineReader = <Args extends readonly string[], Value>({
  name,
  tags,
  tagPrefix,
  read,
}: Definition<Args, Value>): Reader<Args, Value> => {
  const slots = new LRUCache<string, Slot<Args, Value>>({ max: MOST_ANSWERS });
  const composed = new LRUCache<string, { value: Value }>({ max: MOST_ANSWERS });
  const tagsOf = typeof tags === 'function' ? tags : () => tags;

  const slotOf = (args: Args): Slot<Args, Value> => {
    const key = JSON.stringify(args);
    const known = slots.get(key);
    if (known) return known;
    const slot: Slot<Args, Value> = { args, kept: null, asking: null, turn: 0, freshFrom: 0, failing: null };
    slots.set(key, slot);
    return slot;
  };

  const readSnapshot = async (args: Args): Promise<Value> => {
    const key = JSON.stringify(args);
    const known = composed.get(key);
    if (known) return known.value;
    const value = freeze(await read(snapshot, ...args));
    if (value !== null) composed.set(key, { value });
    return value;
  };

  const keep = (slot: Slot<Args, Value>, got: Got<Value>, turn: number) => {
    outage.succeeded(name);
    slot.failing = null;
    if (slot.kept === null || slot.kept.turn < turn) slot.kept = { ...got, turn };
  };

  /** The next pages do not wait for this content; after a pause one of them asks again in the background. */
  const holdBack = (slot: Slot<Args, Value>) => {
    const pauses = slot.failing?.pauses ?? createPauses();
    slot.failing = { until: now() + pauses.next(), pauses };
  };

  const fail = (slot: Slot<Args, Value>, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const isUnreachable = isSourceDown(error);
    if (!isUnreachable) holdBack(slot);
    const collection = tagsOf(...slot.args)[0] ?? name;
    outage.failed({ reader: name, collection, reason, isUnreachable, retry: () => ask(slot) });
  };

  /** Asks the content system, once at a time for each question. Null, never a throw, when it fails. */
  const ask = (slot: Slot<Args, Value>): Promise<Got<Value> | null> => {
    if (wordpress === null) return Promise.resolve(null);
    if (slot.asking !== null) return slot.asking;
    slot.turn += 1;
    const [turn, at] = [slot.turn, now()];
    /** A failure from before a revalidation says nothing about what is there now. */
    const failNow = (error: unknown) => {
      if (turn >= slot.freshFrom) fail(slot, error);
    };
    const source = wordpress.withSlowListener((path) => {
      failNow(new Error(`wordpress gives no answer to ${path} within ${env.CMS_TIMEOUT_MS} ms`));
    });
    const asking = read(source, ...slot.args)
      .then(
        (value) => {
          const got = { value: freeze(value), at };
          keep(slot, got, turn);
          return got;
        },
        (error: unknown) => {
          failNow(error);
          return null;
        },
      )
      .finally(() => {
        if (slot.asking === asking) slot.asking = null;
      });
    slot.asking = asking;
    return asking;
  };

  const readNow = async (args: Args, maxAgeMs = FRESH_MS): Promise<Reading<Value>> => {
    if (wordpress === null) return { value: await readSnapshot(args), at: Infinity, isCertain: true };
    const slot = slotOf(args);
    const age = slot.kept === null || slot.kept.turn < slot.freshFrom ? Infinity : now() - slot.kept.at;
    if (slot.kept !== null && age < maxAgeMs / 2) return { ...slot.kept, isCertain: true };

    if (outage.isDown()) outage.wants(() => ask(slot));
    else if (slot.failing !== null && now() >= slot.failing.until) void ask(slot);
    else if (slot.failing === null) {
      const asking = ask(slot);
      const got = slot.kept !== null && age < maxAgeMs ? null : await waitWithinBudget(asking);
      if (got !== null) return { ...got, isCertain: true };
    }
    return slot.kept === null
      ? { value: await readSnapshot(args), at: -Infinity, isCertain: false }
      : { ...slot.kept, isCertain: age < Math.max(maxAgeMs, FRESH_MS) };
  };

  const readWatched = async (args: Args, maxAgeMs?: number): Promise<Value> => {
    const watch = watches.getStore();
    for (const tag of watch ? tagsOf(...args) : []) watch?.tags.add(tag);
    const { value, at, isCertain } = await readNow(args, maxAgeMs);
    if (watch) {
      watch.oldest = Math.min(watch.oldest, at);
      watch.isCertain &&= isCertain;
    }
    return value;
  };

  const readDraft = async (source: ContentSource, args: Args): Promise<Value> => {
    try {
      return await read(source, ...args);
    } catch (error) {
      log.warn({ reader: name, reason: String(error) }, 'The draft of a preview cannot be read.');
      return (await readNow(args)).value;
    }
  };

  const readAny = (args: Args, maxAgeMs?: number): Promise<Value> => {
    const source = drafts.getStore();
    return source ? readDraft(source, args) : readWatched(args, maxAgeMs);
  };

  const isStale = (args: Args, stale: ReadonlySet<string>): boolean =>
    tagsOf(...args).some((tag) => stale.has(tag)) ||
    (tagPrefix !== undefined && [...stale].some((tag) => tag.startsWith(tagPrefix)));

  registered.add({
    revalidate: (stale) => {
      for (const slot of slots.values()) {
        if (stale !== null && !isStale(slot.args, stale)) continue;
        slot.freshFrom = slot.turn + 1;
        slot.asking = null;
        slot.failing = null;
      }
    },
    forget: () => {
      slots.clear();
      composed.clear();
    },
  });

  return Object.assign((...args: Args) => readAny(args), {
    tags: tagsOf,
    noOlderThan: (maxAgeMs: number, ...args: Args) => readAny(args, maxAgeMs),
  });
};

/**
 * Marks what carries one of these tags as stale, without tags everything: the next read asks the content system. It reports
 * changes itself, so a report also ends the pause of an outage.
 */
export const revalidate = (tags: readonly string[] | null): void => {
  outage.endPause();
  for (const { revalidate } of registered) revalidate(tags === null ? null : new Set(tags));
};

/**
 * Where content comes from, and how that went last. `ok` is false while some pages show what is remembered or the snapshot,
 * `failing` names the readers that cannot be read.
 */
export const contentHealth = () =>
  ({ source: wordpress === null ? 'snapshot' : 'wordpress', ...outage.health() }) as const;

defineCmsUpMetric(() => contentHealth().ok);

/** Forgets every answer and failure; for tests, which also bring their own snapshot. */
export const resetReaders = (options: { snapshot?: ContentSource } = {}): void => {
  outage.stop();
  outage = createOutage();
  snapshot = options.snapshot ?? createSnapshotSource();
  for (const { forget } of registered) forget();
  resetWarnings();
};
