import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { log } from '../log.ts';
import type { Redis } from '../redis.ts';
import { parseJson } from '../request-body.ts';

/** `tags` null: everything. */
const Message = z.object({ from: z.string(), tags: z.array(z.string()).nullable() });

type PurgeChannelOptions = {
  /** REDIS_KEY_PREFIX: sites with different prefixes share nothing. */
  readonly keyPrefix: string;
  /** Called with the tags that another instance purged; null: everything. */
  readonly onPurge: (tags: readonly string[] | null) => void;
  /** Called whenever this instance joins the channel: it may have missed purges. */
  readonly onJoin: () => void;
};

/**
 * The channel on which the instances of a site announce purges to one another. A purge that could not be sent is made up for by a purge of
 * everything when Redis is available again.
 */
export const createPurgeChannel = (redis: Redis, { keyPrefix, onPurge, onJoin }: PurgeChannelOptions) => {
  const instanceId = randomUUID();
  const channel = `${keyPrefix}:purges`;
  let hasUnsent = false;

  const send = async (tags: readonly string[] | null): Promise<void> => {
    const message = JSON.stringify({ from: instanceId, tags: hasUnsent ? null : tags });
    try {
      await redis.publish(channel, message);
      hasUnsent = false;
    } catch {
      // A command that fails or takes too long ends the connection, so there will be a new one.
      hasUnsent = true;
    }
  };

  redis.on('ready', () => {
    if (hasUnsent) void send(null);
  });

  const subscriber = redis.duplicate({ autoResubscribe: false });
  // Ignored, because `redis` logs that Redis is unreachable.
  subscriber.on('error', () => undefined);
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel);
      onJoin();
      log.info('purges are shared through Redis');
    } catch {
      subscriber.disconnect(true);
    }
  });
  subscriber.on('message', (_channel, text) => {
    const message = Message.safeParse(parseJson(text)).data;
    if (message && message.from !== instanceId) onPurge(message.tags);
  });

  return {
    /** Announces a purge to the other instances; null: everything. Resolves when Redis has it, or has failed. */
    send,
    close: (): void => subscriber.disconnect(),
  };
};

export type PurgeChannel = ReturnType<typeof createPurgeChannel>;
