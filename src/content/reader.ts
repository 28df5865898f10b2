import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { cache } from 'react';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { checkDraftAccess, createDraftSource, type Draft, type DraftAccess } from './draft-source.ts';
import { createOutage, createPauses } from './outage.ts';
import { createSnapshotSource } from './snapshot-source.ts';
import { type ContentSource, isSourceDown } from './source.ts';
import { forgetWarnings } from './warn-once.ts';
import { createWordPressSource } from './wordpress-source.ts';

/** Bounds per reader. What does not exist has its own, so that strangers who make up slugs drive out no real page. */
const MOST_KNOWN = 2_000;
const MOST_UNKNOWN = 2_000;

const FRESH_MS = env.CMS_TTL_S * 1_000;

type Definition<Args extends readonly string[], Value> = {
  /** What the log calls it. */
  readonly name: string;
  /** What `revalidate` names it by. */
  readonly tags: readonly string[] | ((...args: Args) => readonly string[]);
  /** Composes the value from one source: null is absent, a throw is broken. */
  readonly read: (source: ContentSource, ...args: Args) => Promise<Value>;
};

export type Reader<Args extends readonly string[], Value> = ((...args: Args) => Promise<Value>) & {
  /** The tags under which the answer to these arguments can be revalidated, for caches of whole pages. */
  readonly tags: (...args: Args) => readonly string[];
};

type Got<Value> = { readonly value: Value };

/** One question and what is known about its answer. */
type Slot<Args, Value> = {
  readonly args: Args;
  /** `turn` orders answers, because an old request can end after a newer one. */
  kept: { readonly value: Value; readonly at: number; readonly turn: number } | null;
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

/** One start for all reads of a server render; outside of one, `cache` remembers nothing and each read has its own. */
const startOfPage = cache(() => ({ at: now() }));

/**
 * What was read while something was made: the tags of the content, and when the oldest of it came (`performance.now`);
 * `Infinity` where none of it comes from a content system, `-Infinity` where the content system has not said some of it yet.
 */
export type ContentUse = { readonly tags: ReadonlySet<string>; readonly oldest: number };

type Watch = { readonly tags: Set<string>; oldest: number };

const watches = new AsyncLocalStorage<Watch>();

/** Does something, and tells which content it was made from. */
export const watchReads = async <Value>(make: () => Promise<Value>): Promise<{ value: Value; use: ContentUse }> => {
  const watch: Watch = { tags: new Set(), oldest: Infinity };
  return { value: await watches.run(watch, make), use: watch };
};

export type { Draft, DraftAccess };

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

const within = async <Value>(promise: Promise<Value>, ms: number): Promise<Value | null> => {
  if (ms <= 0) return null;
  const { promise: timeUp, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ms, null);
  return Promise.race([promise, timeUp]).finally(() => clearTimeout(timer));
};

const createSlots = <Args, Value>() => {
  const known = new LRUCache<string, Slot<Args, Value>>({ max: MOST_KNOWN });
  const unknown = new LRUCache<string, Slot<Args, Value>>({ max: MOST_UNKNOWN });

  const place = (slot: Slot<Args, Value>) => {
    const key = JSON.stringify(slot.args);
    const isKnown = slot.kept !== null && slot.kept.value !== null;
    (isKnown ? unknown : known).delete(key);
    (isKnown ? known : unknown).set(key, slot);
  };

  return {
    of: (args: Args): Slot<Args, Value> => {
      const key = JSON.stringify(args);
      const found = known.get(key) ?? unknown.get(key);
      if (found) return found;
      const slot: Slot<Args, Value> = { args, kept: null, asking: null, turn: 0, freshFrom: 0, failing: null };
      unknown.set(key, slot);
      return slot;
    },
    place,
    all: () => [...known.values(), ...unknown.values()],
    clear: () => {
      known.clear();
      unknown.clear();
    },
  };
};

/**
 * The one door to content. The function it gives answers from the content system within the page's remaining share of
 * `CMS_TIMEOUT_MS`, else with the last good answer, else with the whole composition from the snapshot. It throws only where
 * the snapshot itself is broken. Answers are frozen, remembered for `CMS_TTL_S` and renewed in the background from half of it.
 */
export const defineReader = <Args extends readonly string[], Value>({
  name,
  tags,
  read,
}: Definition<Args, Value>): Reader<Args, Value> => {
  const slots = createSlots<Args, Value>();
  const composed = new LRUCache<string, { value: Value }>({ max: MOST_KNOWN });
  const tagsOf = typeof tags === 'function' ? tags : () => tags;

  const readSnapshot = async (args: Args): Promise<Value> => {
    const key = JSON.stringify(args);
    const known = composed.get(key);
    if (known) return known.value;
    const value = freeze(await read(snapshot, ...args));
    if (value !== null) composed.set(key, { value });
    return value;
  };

  const keep = (slot: Slot<Args, Value>, value: Value, at: number, turn: number) => {
    outage.succeeded();
    if (slot.failing !== null) log.info({ reader: name }, 'This content can be read from the content system again.');
    slot.failing = null;
    if (slot.kept === null || slot.kept.turn < turn) slot.kept = { value, at, turn };
    slots.place(slot);
  };

  /** The next pages do not wait for this content; after a pause one of them asks again in the background. */
  const holdBack = (slot: Slot<Args, Value>) => {
    const pauses = slot.failing?.pauses ?? createPauses();
    slot.failing = { until: now() + pauses.next(), pauses };
  };

  const fail = (slot: Slot<Args, Value>, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const concernsAll = isSourceDown(error);
    if (slot.failing === null && !concernsAll && !outage.isDown()) {
      log.warn({ reader: name, reason }, 'This content cannot be read from the content system.');
    }
    if (!concernsAll) holdBack(slot);
    outage.failed(reason, { concernsAll, retry: () => ask(slot) });
  };

  /** Asks the content system, once at a time for each question. Null, never a throw, when it fails. */
  const ask = (slot: Slot<Args, Value>): Promise<Got<Value> | null> => {
    if (wordpress === null) return Promise.resolve(null);
    if (slot.asking !== null) return slot.asking;
    slot.turn += 1;
    const [turn, at] = [slot.turn, now()];
    const slow = setTimeout(() => {
      holdBack(slot);
      const reason = `wordpress gives no answer for ${name} within ${env.CMS_TIMEOUT_MS} ms`;
      outage.failed(reason, { concernsAll: true, retry: () => ask(slot) });
    }, env.CMS_TIMEOUT_MS);
    const asking = read(wordpress, ...slot.args)
      .then(
        (value) => {
          keep(slot, freeze(value), at, turn);
          return { value };
        },
        (error: unknown) => {
          fail(slot, error);
          return null;
        },
      )
      .finally(() => {
        clearTimeout(slow);
        if (slot.asking === asking) slot.asking = null;
      });
    slot.asking = asking;
    return asking;
  };

  const readWatched = async (watch: Watch, args: Args): Promise<Value> => {
    for (const tag of tagsOf(...args)) watch.tags.add(tag);
    const value = await readNow(args);
    const at = wordpress === null ? Infinity : (slots.of(args).kept?.at ?? -Infinity);
    watch.oldest = Math.min(watch.oldest, at);
    return value;
  };

  const readNow = async (args: Args): Promise<Value> => {
    if (wordpress === null) return readSnapshot(args);
    const deadline = startOfPage().at + env.CMS_TIMEOUT_MS;
    const slot = slots.of(args);
    const age = slot.kept === null || slot.kept.turn < slot.freshFrom ? Infinity : now() - slot.kept.at;
    if (slot.kept !== null && age < FRESH_MS / 2) return slot.kept.value;

    if (outage.isDown()) outage.wants(() => ask(slot));
    else if (slot.failing !== null && now() >= slot.failing.until) void ask(slot);
    else if (slot.failing === null) {
      const asking = ask(slot);
      const got = slot.kept !== null && age < FRESH_MS ? null : await within(asking, deadline - now());
      if (got !== null) return got.value;
    }
    return slot.kept === null ? readSnapshot(args) : slot.kept.value;
  };

  const readDraft = async (source: ContentSource, args: Args): Promise<Value> => {
    try {
      return await read(source, ...args);
    } catch (error) {
      log.warn({ reader: name, reason: String(error) }, 'The draft of a preview cannot be read.');
      return readNow(args);
    }
  };

  const reader = (...args: Args): Promise<Value> => {
    const source = drafts.getStore();
    if (source) return readDraft(source, args);
    const watch = watches.getStore();
    return watch ? readWatched(watch, args) : readNow(args);
  };

  registered.add({
    revalidate: (stale) => {
      for (const slot of slots.all()) {
        if (stale !== null && !tagsOf(...slot.args).some((tag) => stale.has(tag))) continue;
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

  return Object.assign(reader, { tags: tagsOf });
};

/** Makes what carries one of these tags old, without tags everything: the next read asks the content system. */
export const revalidate = (tags: readonly string[] | null): void => {
  for (const { revalidate } of registered) revalidate(tags === null ? null : new Set(tags));
};

/** Where content comes from, and how that went last. `ok` is false while pages live on memory and the snapshot. */
export const contentHealth = () =>
  ({ source: wordpress === null ? 'snapshot' : 'wordpress', ...outage.health() }) as const;

/** Forgets every answer and failure; for tests, which also bring their own snapshot. */
export const resetReaders = (options: { snapshot?: ContentSource } = {}): void => {
  outage.stop();
  outage = createOutage();
  snapshot = options.snapshot ?? createSnapshotSource();
  for (const { forget } of registered) forget();
  forgetWarnings();
};
