import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { env } from '../../env.ts';
import { log } from '../log.ts';
import type { CachedResponse } from './cached-response.ts';

/** A page as the instances share it. Times are in milliseconds since 1970. */
export type RedisCacheEntry = {
  readonly answer: CachedResponse;
  readonly tags: readonly string[];
  readonly freshUntil: number;
  readonly staleUntil: number;
};

type Stored = RedisCacheEntry & { readonly turn: number };

/** Drops what carries one of these tags; without tags, everything. */
export type Purge = (tags: readonly string[] | null) => void;

const ALL = '*';
const DAY_MS = 86_400_000;
/** A page is made in less: nobody waits longer for Redis. */
const COMMAND_MS = 250;
/** Until a purge that Redis did not take in time is sent again. */
const AGAIN_MS = 500;

const Message = z.object({ from: z.string(), turn: z.number(), tags: z.array(z.string()) });

/** A message of the purge channel; `null` where it is not one of ours. */
const readMessage = (text: string): z.output<typeof Message> | null => {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

const readStored = (bytes: Buffer): Stored | null => {
  try {
    return deserialize(bytes);
  } catch (error) {
    log.warn({ err: error }, 'a page in Redis cannot be read and is rendered again');
    return null;
  }
};

/** Settings of one machine, which make no other page. */
const OWN = new Set(['HOST', 'PORT', 'DATA_DIR', 'LOG_LEVEL']);

/** Instances share pages when they come from one build and one configuration. */
const kindOfPages = (buildId: string): string => {
  const settings = Object.entries(env).filter(([name]) => !OWN.has(name));
  return createHash('sha256')
    .update(JSON.stringify([buildId, settings]))
    .digest('base64url')
    .slice(0, 16);
};

const toTags = (tags: readonly string[]): readonly string[] | null => (tags.includes(ALL) ? null : tags);

/**
 * The pages that the instances of a site share in Redis, and the way in which a purge reaches all of them. While Redis is
 * away every read finds nothing and purges wait; when it is back, what was missed is made up for.
 *
 * @param keyPrefix REDIS_KEY_PREFIX: sites with different prefixes share nothing.
 * @param purgeHere is called with what others purged.
 */
export const connectRedisCache = async (
  url: string,
  { keyPrefix, buildId, purgeHere }: { keyPrefix: string; buildId: string; purgeHere: Purge },
) => {
  const { Redis } = await import('ioredis');
  const me = randomUUID();
  const prefix = `${keyPrefix}:pages:`;
  const channel = `${prefix}purges`;
  /** Counts the purges of all instances. */
  const turnKey = `${prefix}turn`;
  /** The turn in which each tag was purged last. */
  const purgedKey = `${prefix}purged`;
  const kind = kindOfPages(buildId);
  const pageKey = (key: string) => `${prefix}${kind}:page:${key}`;
  const flightKey = (version: string) => `${prefix}${kind}:flight:${version}`;
  let turn = 0;
  let isDown = false;
  let isWarnedOfMessage = false;
  /** Tags whose purge has not been announced, and those whose announcement Redis has not confirmed yet. */
  let waiting: Set<string> = new Set();
  let announced: Set<string> = new Set();
  let announcing: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;

  const connect = (): Redis => {
    const redis = new Redis(url, {
      connectTimeout: 5_000,
      enableOfflineQueue: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
    });
    redis.on('error', (error) => {
      if (!isDown) log.error({ err: error }, 'Redis cannot be reached; this instance keeps its pages alone');
      isDown = true;
    });
    return redis;
  };

  const store = connect();
  const bus = connect();

  /** Null where Redis does not answer in time. */
  const within = async <Value>(ask: () => Promise<Value>): Promise<Value | null> => {
    const { promise: timeUp, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, COMMAND_MS, null);
    return Promise.race([ask().catch(() => null), timeUp]).finally(() => clearTimeout(timer));
  };

  const announce = async (tags: readonly string[]): Promise<boolean> => {
    const next = await within(() => store.incr(turnKey));
    if (next === null) return false;
    turn = Math.max(turn, next);
    const turns = Object.fromEntries(tags.map((tag) => [tag, next]));
    const done = await within(() =>
      store
        .multi()
        .hset(purgedKey, turns)
        .pexpire(purgedKey, 2 * DAY_MS)
        .publish(channel, JSON.stringify({ from: me, turn: next, tags }))
        .exec(),
    );
    return done !== null;
  };

  const announceAll = async (): Promise<void> => {
    clearTimeout(again);
    while (waiting.size > 0) {
      announced = waiting;
      waiting = new Set();
      const isDone = await announce([...announced]);
      if (!isDone) waiting = new Set([...announced, ...waiting]);
      announced = new Set();
      if (isDone) continue;
      // A Redis that was only slow does not come back, so nothing else would try again.
      again = setTimeout(announceWaiting, AGAIN_MS).unref();
      break;
    }
    announcing = null;
  };

  /** One announcement at a time. What fails is announced again until it succeeds. */
  const announceWaiting = (): Promise<void> => {
    if (waiting.size > 0) announcing ??= announceAll();
    return announcing ?? Promise.resolve();
  };

  /** Whether Redis may not know yet that content with one of these tags was purged. */
  const isPurgePending = (tags: readonly string[]): boolean =>
    [...tags, ALL].some((tag) => waiting.has(tag) || announced.has(tag));

  /** Purges here what others purged while this instance did not hear them. */
  const catchUp = async (): Promise<void> => {
    const [now, purged] = await Promise.all([store.get(turnKey), store.hgetall(purgedKey)]);
    const latest = Number(now ?? 0);
    const missed = Object.entries(purged).filter(([, at]) => Number(at) > turn);
    // A Redis that counts less than we have seen has forgotten what was purged.
    if (latest < turn) purgeHere(null);
    else if (missed.length > 0) purgeHere(toTags(missed.map(([tag]) => tag)));
    turn = latest;
  };

  const join = async (): Promise<void> => {
    try {
      await bus.subscribe(channel);
      await catchUp();
      await announceWaiting();
      log.info('the instances share their pages through Redis');
      isDown = false;
    } catch (error) {
      // The other connection may be a moment behind.
      if (bus.status === 'ready') setTimeout(join, 100).unref();
      else log.debug({ err: error }, 'Redis went away before the instances could share their pages');
    }
  };

  bus.on('ready', () => void join());
  bus.on('message', (_channel, text) => {
    const message = readMessage(text);
    if (message === null) {
      if (!isWarnedOfMessage) log.warn({ channel }, 'a message on the purge channel cannot be read and is ignored');
      isWarnedOfMessage = true;
      return;
    }
    turn = Math.max(turn, message.turn);
    if (message.from !== me) purgeHere(toTags(message.tags));
  });

  return {
    /** The number of the last purge this instance has heard of. What is made is at least as new as that. */
    turn: (): number => turn,

    read: async (key: string): Promise<RedisCacheEntry | null> => {
      const found = await within(() => store.getBuffer(pageKey(key)));
      if (!found) return null;
      const page = readStored(found);
      if (page === null) return null;
      if (isPurgePending(page.tags)) return null;
      const purged = await within(() => store.hmget(purgedKey, ...page.tags, ALL));
      if (purged === null || purged.some((at) => at !== null && Number(at) > page.turn)) return null;
      return page;
    },

    /** @param madeIn the turn in which its making began. */
    write: (key: string, page: RedisCacheEntry, madeIn: number): void => {
      const ms = Math.min(page.staleUntil - Date.now(), DAY_MS);
      if (ms <= 0) return;
      const stored: Stored = { ...page, turn: madeIn };
      void within(() => store.set(pageKey(key), serialize(stored), 'PX', Math.ceil(ms)));
    },

    readFlight: (version: string): Promise<string | null> => within(() => store.get(flightKey(version))),

    writeFlight: (version: string, payload: string): void => {
      void within(() => store.set(flightKey(version), payload, 'PX', DAY_MS));
    },

    /** Tells the other instances; while Redis is away the word waits for it. */
    purge: async (tags: readonly string[] | null): Promise<void> => {
      for (const tag of tags ?? [ALL]) waiting.add(tag);
      await announceWaiting();
    },

    /** Whether this text comes for the first time within so many seconds. Without Redis each instance knows its own. */
    isFirst: async (text: string, seconds: number): Promise<boolean> => {
      const name = createHash('sha256').update(text).digest('base64url');
      const asked = await within(async () => ({
        isNew: (await store.set(`${prefix}seen:${name}`, '1', 'EX', seconds, 'NX')) !== null,
      }));
      return asked?.isNew ?? true;
    },

    close: (): void => {
      clearTimeout(again);
      store.disconnect();
      bus.disconnect();
    },
  };
};

export type RedisCache = Awaited<ReturnType<typeof connectRedisCache>>;
