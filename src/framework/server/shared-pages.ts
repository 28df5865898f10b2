import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** A page as the instances share it. Times are in milliseconds since 1970. */
export type SharedPage = {
  readonly answer: StoredAnswer;
  readonly tags: readonly string[];
  readonly freshUntil: number;
  readonly staleUntil: number;
};

type Stored = SharedPage & { readonly turn: number };

/** Drops what carries one of these tags; without tags, everything. */
export type Purge = (tags: readonly string[] | null) => void;

const PREFIX = 'site:pages:';
const CHANNEL = `${PREFIX}purges`;
/** Counts the purges of all instances. */
const TURN = `${PREFIX}turn`;
/** The turn in which each tag was purged last. */
const PURGED = `${PREFIX}purged`;
const ALL = '*';
const DAY_MS = 86_400_000;
/** A page is made in less: nobody waits longer for Redis. */
const COMMAND_MS = 250;
/** Until a purge that Redis did not take in time is sent again. */
const AGAIN_MS = 500;

const Message = z.object({ from: z.string(), turn: z.number(), tags: z.array(z.string()) });

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
 * @param purgeHere is called with what others purged.
 */
export const connectSharedPages = async (
  url: string,
  { buildId, purgeHere }: { buildId: string; purgeHere: Purge },
) => {
  const { Redis } = await import('ioredis');
  const me = randomUUID();
  const kind = kindOfPages(buildId);
  const pageKey = (key: string) => `${PREFIX}${kind}:page:${key}`;
  const flightKey = (version: string) => `${PREFIX}${kind}:flight:${version}`;
  let turn = 0;
  let isDown = false;
  let waiting: Set<string> = new Set();
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
    const next = await within(() => store.incr(TURN));
    if (next === null) return false;
    turn = Math.max(turn, next);
    const turns = Object.fromEntries(tags.map((tag) => [tag, next]));
    const done = await within(() =>
      store
        .multi()
        .hset(PURGED, turns)
        .pexpire(PURGED, 2 * DAY_MS)
        .publish(CHANNEL, JSON.stringify({ from: me, turn: next, tags }))
        .exec(),
    );
    return done !== null;
  };

  /** Tries again until it is done: a Redis that was only slow does not come back, so nothing else would. */
  const announceWaiting = async (): Promise<void> => {
    clearTimeout(again);
    const tags = [...waiting];
    waiting = new Set();
    if (tags.length === 0 || (await announce(tags))) return;
    waiting = new Set([...waiting, ...tags]);
    again = setTimeout(announceWaiting, AGAIN_MS).unref();
  };

  /** Purges here what others purged while this instance did not hear them. */
  const catchUp = async (): Promise<void> => {
    const [now, purged] = await Promise.all([store.get(TURN), store.hgetall(PURGED)]);
    const latest = Number(now ?? 0);
    const missed = Object.entries(purged).filter(([, at]) => Number(at) > turn);
    // A Redis that counts less than we have seen has forgotten what was purged.
    if (latest < turn) purgeHere(null);
    else if (missed.length > 0) purgeHere(toTags(missed.map(([tag]) => tag)));
    turn = latest;
  };

  const join = async (): Promise<void> => {
    try {
      await bus.subscribe(CHANNEL);
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
    const message = Message.safeParse(JSON.parse(text));
    if (!message.success) return;
    turn = Math.max(turn, message.data.turn);
    if (message.data.from !== me) purgeHere(toTags(message.data.tags));
  });

  return {
    /** The number of the last purge this instance has heard of. What is made is at least as new as that. */
    turn: (): number => turn,

    read: async (key: string): Promise<SharedPage | null> => {
      const found = await within(() => store.getBuffer(pageKey(key)));
      if (!found) return null;
      const page: Stored = deserialize(found);
      const purged = await within(() => store.hmget(PURGED, ...page.tags, ALL));
      if (purged === null || purged.some((at) => at !== null && Number(at) > page.turn)) return null;
      return page;
    },

    /** @param madeIn the turn in which its making began. */
    write: (key: string, page: SharedPage, madeIn: number): void => {
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
        isNew: (await store.set(`${PREFIX}seen:${name}`, '1', 'EX', seconds, 'NX')) !== null,
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

export type SharedPages = Awaited<ReturnType<typeof connectSharedPages>>;
