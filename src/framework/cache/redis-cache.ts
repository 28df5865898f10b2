import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import pLimit from 'p-limit';
import { z } from 'zod';
import { log } from '../log.ts';
import type { Redis } from '../redis.ts';
import { parseJson } from '../request-body.ts';
import type { UnencodedResponse } from './stored-response.ts';

/** A cached page that the instances share. Times are in milliseconds since 1970. */
export type RedisCacheEntry = {
  readonly response: UnencodedResponse;
  readonly tags: readonly string[];
  readonly freshUntil: number;
  readonly staleUntil: number;
};

type Stored = RedisCacheEntry & { readonly purgeSequence: number };

/**
 * Drops every page with one of these tags; null: all. `isMissed`: the purge happened earlier, while this instance did not run or was
 * not connected to Redis.
 */
export type Purge = (tags: readonly string[] | null, isMissed?: boolean) => void;

const ALL = '*';
const DAY_MS = 86_400_000;
/** Time limit of a command: waiting longer for Redis would take more time than rendering the page. */
const COMMAND_MS = 250;
/** How long to wait before sending a purge again if Redis did not confirm it in time. */
const RETRY_MS = 500;

/** A message of the purge channel. */
const Message = z.object({ from: z.string(), purgeSequence: z.number(), tags: z.array(z.string()) });

/** Null if the bytes are not a page. */
const readStored = (bytes: Buffer): Stored | null => {
  try {
    return deserialize(bytes);
  } catch {
    return null;
  }
};

const toPurgedTags = (tags: readonly string[]): readonly string[] | null => (tags.includes(ALL) ? null : tags);

type RedisCacheOptions = {
  /** REDIS_KEY_PREFIX: sites with different prefixes share nothing. */
  readonly keyPrefix: string;
  /** The build and the configuration: only instances of the same version share pages. */
  readonly version: string;
  /** Called with the tags that another instance purged. */
  readonly purgeHere: Purge;
};

/**
 * The shared cache of the instances of a site in Redis, and the channel on which they announce purges. While Redis is
 * unavailable, every read returns null and purges wait. After a reconnect, missed purges are applied.
 */
export const createRedisCache = (store: Redis, { keyPrefix, version, purgeHere }: RedisCacheOptions) => {
  const instanceId = randomUUID();
  const prefix = `${keyPrefix}:pages:`;
  const channel = `${prefix}purges`;
  /** Counts the purges of all instances. */
  const sequenceKey = `${prefix}purgeSequence`;
  /** The number of the last purge of each tag. */
  const purgedKey = `${prefix}purgedTags`;
  const namespace = `${prefix}${createHash('sha256').update(version).digest('base64url').slice(0, 16)}`;
  const pageKey = (key: string) => `${namespace}:page:${key}`;
  const payloadKey = (payloadVersion: string) => `${namespace}:payload:${payloadVersion}`;
  let purgeSequence = 0;
  /** The tags of purges that Redis has not confirmed yet, the oldest purge first. */
  const unconfirmed: (readonly string[])[] = [];
  const oneAtATime = pLimit(1);
  let retry: NodeJS.Timeout | undefined;

  const subscriber = store.duplicate({ autoResubscribe: false });
  // Ignored, because `store` logs that Redis is unreachable.
  subscriber.on('error', () => undefined);

  /** Null if Redis fails or does not answer in time. */
  const withTimeLimit = async <Value>(send: () => Promise<Value>): Promise<Value | null> => {
    const { promise: timeUp, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, COMMAND_MS, null);
    return Promise.race([send().catch(() => null), timeUp]).finally(() => clearTimeout(timer));
  };

  const announce = async (tags: readonly string[]): Promise<boolean> => {
    const next = await withTimeLimit(() => store.incr(sequenceKey));
    if (next === null) return false;
    purgeSequence = Math.max(purgeSequence, next);
    const sequences = Object.fromEntries(tags.map((tag) => [tag, next]));
    const done = await withTimeLimit(() =>
      store
        .multi()
        .hset(purgedKey, sequences)
        .pexpire(purgedKey, 2 * DAY_MS)
        .publish(channel, JSON.stringify({ from: instanceId, purgeSequence: next, tags }))
        .exec(),
    );
    return done !== null;
  };

  /** Announces all purges; if one fails, tries again later. */
  const announceAll = async (): Promise<void> => {
    clearTimeout(retry);
    for (let tags = unconfirmed[0]; tags !== undefined; tags = unconfirmed[0]) {
      if (!(await announce(tags))) {
        // After a reconnect, `joinChannel` would send the purge again, but if Redis was only slow there is no reconnect.
        retry = setTimeout(announceWaiting, RETRY_MS).unref();
        return;
      }
      unconfirmed.shift();
    }
  };

  const announceWaiting = (): Promise<void> => oneAtATime(announceAll);

  /** Whether a purge of one of these tags may not have reached Redis yet. */
  const isPurgePending = (tags: readonly string[]): boolean =>
    unconfirmed.flat().some((tag) => tag === ALL || tags.includes(tag));

  /** Applies the purges of other instances that were announced while this one was not subscribed. */
  const catchUp = async (): Promise<void> => {
    const [lastSequence, purged] = await Promise.all([store.get(sequenceKey), store.hgetall(purgedKey)]);
    const latest = Number(lastSequence ?? 0);
    const missed = Object.entries(purged).filter(([, sequence]) => Number(sequence) > purgeSequence);
    // If the number is smaller than one that this instance has seen, Redis has lost its data.
    if (latest < purgeSequence) purgeHere(null, true);
    else if (missed.length > 0) purgeHere(toPurgedTags(missed.map(([tag]) => tag)), true);
    purgeSequence = latest;
  };

  const joinChannel = async (): Promise<void> => {
    try {
      await subscriber.subscribe(channel);
      await catchUp();
      await announceWaiting();
      log.info('cached pages are shared through Redis');
    } catch (error) {
      // `store` may not be connected yet.
      if (subscriber.status === 'ready') setTimeout(joinChannel, 100).unref();
      else log.debug({ err: error }, 'Redis was lost before cached pages could be shared');
    }
  };

  subscriber.on('ready', () => void joinChannel());
  subscriber.on('message', (_channel, text) => {
    const message = Message.safeParse(parseJson(text)).data;
    if (!message) return;
    purgeSequence = Math.max(purgeSequence, message.purgeSequence);
    if (message.from !== instanceId) purgeHere(toPurgedTags(message.tags));
  });

  return {
    /**
     * The number of the last purge that this instance knows. A page whose render begins now is newer than that purge.
     */
    purgeSequence: (): number => purgeSequence,

    read: async (key: string): Promise<RedisCacheEntry | null> => {
      const found = await withTimeLimit(() => store.getBuffer(pageKey(key)));
      const page = found && readStored(found);
      if (!page || isPurgePending(page.tags)) return null;
      const purged = await withTimeLimit(() => store.hmget(purgedKey, ...page.tags, ALL));
      return purged?.every((sequence) => Number(sequence ?? 0) <= page.purgeSequence) ? page : null;
    },

    /** @param sequenceAtStart the number of the last purge when the render began. */
    write: (key: string, page: RedisCacheEntry, sequenceAtStart: number): void => {
      const ms = Math.min(page.staleUntil - Date.now(), DAY_MS);
      if (ms <= 0) return;
      const stored: Stored = { ...page, purgeSequence: sequenceAtStart };
      void withTimeLimit(() => store.set(pageKey(key), serialize(stored), 'PX', Math.ceil(ms)));
    },

    /** The RSC payload with a version (`toPayloadVersion`). */
    readPayload: (payloadVersion: string): Promise<string | null> =>
      withTimeLimit(() => store.get(payloadKey(payloadVersion))),

    writePayload: (payloadVersion: string, payload: string): void => {
      void withTimeLimit(() => store.set(payloadKey(payloadVersion), payload, 'PX', DAY_MS));
    },

    /** Announces a purge to the other instances, once Redis is available. */
    purge: async (tags: readonly string[] | null): Promise<void> => {
      unconfirmed.push(tags ?? [ALL]);
      await announceWaiting();
    },

    /**
     * Whether no instance has called this with the same text in the last `seconds`; true while Redis is unavailable.
     */
    isFirst: async (text: string, seconds: number): Promise<boolean> => {
      const name = createHash('sha256').update(text).digest('base64url');
      const set = () => store.set(`${prefix}seen:${name}`, '1', 'EX', seconds, 'NX').then((reply) => reply !== null);
      return (await withTimeLimit(set)) ?? true;
    },

    /** Closes the subscription; `store` stays open. */
    close: (): void => {
      clearTimeout(retry);
      subscriber.disconnect();
    },
  };
};

export type RedisCache = ReturnType<typeof createRedisCache>;
