import 'server-only';
import { z } from 'zod';
import { connectRedis } from '../framework/shared.ts';
import { type AnswerStore, RETENTION_MS } from './answer-store.ts';

const Fields = z.object({
  json: z.string().optional(),
  totalPages: z.coerce.number(),
  requestedAt: z.coerce.number(),
});

/**
 * The answers in Redis, which all instances share. Each answer expires after the retention, like the purges after the last of them.
 *
 * @param cms identifies the CMS: the answers of another one are not used.
 */
export const createRedisAnswerStore = async (url: string, keyPrefix: string, cms: string): Promise<AnswerStore> => {
  const client = await connectRedis(url);
  const keyOf = (name: string): string => `${keyPrefix}:content:${cms}:${name}`;
  const purgesKey = keyOf('purges');
  const answerKey = (path: string): string => keyOf(`answer:${path}`);

  return {
    read: async (path) => {
      const fields = await client.hgetall(answerKey(path));
      if (Object.keys(fields).length === 0) return null;
      const { json, ...rest } = Fields.parse(fields);
      return { path, json: json ?? null, ...rest };
    },

    write: async (answers) => {
      const transaction = client.multi();
      for (const { path, json, totalPages, requestedAt } of answers) {
        const key = answerKey(path);
        transaction
          .del(key)
          .hset(key, { totalPages, requestedAt, ...(json !== null && { json }) })
          .pexpire(key, RETENTION_MS);
      }
      await transaction.exec();
    },

    listPurges: async () =>
      new Map(Object.entries(await client.hgetall(purgesKey)).map(([tag, at]) => [tag, Number(at)])),

    writePurge: async (tags, at) => {
      await client
        .multi()
        .hset(purgesKey, Object.fromEntries(tags.map((tag) => [tag, at])))
        .pexpire(purgesKey, RETENTION_MS)
        .exec();
    },

    close: async () => client.disconnect(),
  };
};
