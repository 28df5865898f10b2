import 'server-only';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { env } from '../env.ts';
import { log } from '../framework/shared.ts';
import type { AnswerStore, KeptAnswer } from './answer-store.ts';
import { type ContentSource, checkShape, MissingRoute, SourceDown, toPathWithQuery } from './source.ts';

/** How long a read waits for the store, such as for a Redis that hangs. */
const READ_LIMIT_MS = 100;
/** More purged tags than this are remembered as a purge of everything. */
const MAX_PURGES = 10_000;
const ALL = '*';

/** The CMS at a URL, whoever reads it. */
const toCmsId = (cmsUrl: string): string => {
  const { origin, pathname } = new URL(cmsUrl);
  return createHash('sha256').update(`${origin}${pathname}`).digest('base64url').slice(0, 16);
};

const openStore = async (cms: string): Promise<AnswerStore> => {
  if (env.REDIS_URL !== null) {
    const { createRedisAnswerStore } = await import('./redis-answer-store.ts');
    return createRedisAnswerStore(env.REDIS_URL, env.REDIS_KEY_PREFIX, cms);
  }
  const { createSqliteAnswerStore } = await import('./sqlite-answer-store.ts');
  return createSqliteAnswerStore(path.join(env.DATA_DIR, 'content.sqlite'), cms);
};

/** Calls `load` until it succeeds once; concurrent callers share one call. */
const untilLoaded = <Value>(load: () => Promise<Value>) => {
  let loading: Promise<Value> | null = null;
  return {
    get: (): Promise<Value> => {
      if (loading !== null) return loading;
      const current = load();
      loading = current;
      current.catch(() => {
        if (loading === current) loading = null;
      });
      return current;
    },
    current: () => loading,
    reset: (): void => {
      loading = null;
    },
  };
};

const withTimeLimit = async <Value>(promise: Promise<Value>): Promise<Value> => {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, READ_LIMIT_MS, new Error(`no answer within ${READ_LIMIT_MS} ms`));
  return Promise.race([promise, timeUp]).finally(() => clearTimeout(timer));
};

/**
 * The last good answers of the CMS, which survive a restart: in Redis if it is configured, otherwise in a file in `DATA_DIR`
 * (docs/decisions/0046). They are written behind the reads. A store that fails costs one log entry and no read. Only a server keeps
 * answers: before `start` there are none.
 */
export const createKeptAnswers = (cmsUrl: string) => {
  const cms = toCmsId(cmsUrl);
  let isStarted = false;
  let hasWarned = false;
  let writing: Promise<void> = Promise.resolve();
  /** When each tag was purged last, in milliseconds since 1970. */
  const purges = new Map<string, number>();

  const warnOnce = (error: unknown): void => {
    if (!hasWarned) log.warn({ err: error }, 'content cannot be kept for the next start');
    hasWarned = true;
  };

  const rememberPurge = (tag: string, at: number): void => {
    purges.set(tag, Math.max(at, purges.get(tag) ?? 0));
    if (purges.size <= MAX_PURGES) return;
    purges.clear();
    purges.set(ALL, Date.now());
  };

  const store = untilLoaded(() => openStore(cms));
  const storedPurges = untilLoaded(async () => {
    for (const [tag, at] of await (await store.get()).listPurges()) rememberPurge(tag, at);
  });

  const find = async (answerPath: string): Promise<KeptAnswer | null> => {
    await storedPurges.get();
    return (await store.get()).read(answerPath);
  };

  const writeBehind = (write: (open: AnswerStore) => Promise<void>): void => {
    if (!isStarted) return;
    writing = writing
      .then(() => setImmediate())
      .then(async () => write(await store.get()))
      .then(() => {
        hasWarned = false;
      }, warnOnce);
  };

  return {
    start: async (): Promise<void> => {
      isStarted = true;
      await storedPurges.get().catch(warnOnce);
    },

    /** Waits for the writes, for at most `limitMs`. */
    stop: async (limitMs: number): Promise<void> => {
      isStarted = false;
      const { promise: timeUp, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limitMs);
      await Promise.race([writing, timeUp]);
      clearTimeout(timer);
      const open = await store.current()?.catch(() => null);
      store.reset();
      storedPurges.reset();
      await open?.close().catch(() => undefined);
    },

    /** The answers as a source for one value. A path without an answer is an error. */
    openSource: () => {
      let oldest = Number.POSITIVE_INFINITY;
      const source: ContentSource = {
        name: 'kept',
        read: async (answerPath, query, schema) => {
          const key = toPathWithQuery(answerPath, query);
          const answer = await withTimeLimit(find(key)).catch((cause) => {
            throw new SourceDown(`kept content cannot be read: ${String(cause)}`, { cause });
          });
          if (answer === null) throw new Error(`kept content has no answer to ${key}`);
          oldest = Math.min(oldest, answer.requestedAt);
          if (answer.json === null) throw new MissingRoute('kept', answerPath);
          const value = checkShape('kept', answerPath, JSON.parse(answer.json), schema);
          return { value, totalPages: answer.totalPages };
        },
      };
      return {
        source,
        /** When the oldest answer that was read so far was requested, in milliseconds since 1970. */
        oldest: () => oldest,
      };
    },

    isStarted: () => isStarted,

    save: (answers: readonly KeptAnswer[]): void => writeBehind((open) => open.write(answers)),

    /** Remembers that what was requested before now is out of date if it has one of these tags; null: all of it. */
    purge: (tags: readonly string[] | null): void => {
      const at = Date.now();
      for (const tag of tags ?? [ALL]) rememberPurge(tag, at);
      writeBehind((open) => open.writePurge(tags ?? [ALL], at));
    },

    /** Reads the purges again that other instances have stored. */
    reloadPurges: (): void => {
      storedPurges.reset();
      if (isStarted) void storedPurges.get().catch(warnOnce);
    },

    /** The tags that were purged after a time, in milliseconds since 1970; null: all. */
    tagsPurgedAfter: (time: number): ReadonlySet<string> | null => {
      const tags = [...purges].filter(([, at]) => at > time).map(([tag]) => tag);
      return tags.includes(ALL) ? null : new Set(tags);
    },
  };
};
