import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { log } from '../framework/shared.ts';
import type { MailDatabase } from './mail-database.ts';
import type { SiteRedis } from './site-redis.ts';

/** No provider accepts a proof for longer, so its use need not be known for longer either. */
const PROOF_VALID_MS = 60 * 60 * 1000;

/**
 * Binds each captcha proof to the first message that it is sent with: in Redis for all instances, and in the database without Redis or
 * while it is down. Both survive a restart.
 */
export const createUsedProofs = ({ run }: MailDatabase, redis: SiteRedis | null) => {
  /** Proofs that were used while Redis was down, and that the other instances do not know yet. */
  const unshared = new LRUCache<string, string>({ max: 10_000, ttl: PROOF_VALID_MS });

  const nameOf = (proof: string): string => createHash('sha256').update(proof).digest('hex');

  const findHere = (name: string): Promise<string | null> =>
    run((database) => {
      const row = database.prepare('SELECT message FROM captcha_proofs WHERE proof = ?').get(name);
      return row === undefined ? null : String(row.message);
    });

  const bindHere = async (name: string, message: string): Promise<string> => {
    await run((database) => {
      database.prepare('INSERT OR IGNORE INTO captcha_proofs VALUES (?, ?, ?)').run(name, message, Date.now());
    });
    return (await findHere(name)) ?? message;
  };

  const bindInRedis = async ({ client, keyOf }: SiteRedis, name: string, message: string): Promise<string> => {
    // Two commands, because Redis before version 7 does not support NX together with GET.
    const key = keyOf(`captcha:${name}`);
    const isFirst = await client.set(key, message, 'PX', PROOF_VALID_MS, 'NX');
    return isFirst ? message : ((await client.get(key)) ?? message);
  };

  const shareUnshared = (site: SiteRedis): void => {
    for (const [name, message] of [...unshared.entries()]) {
      unshared.delete(name);
      bindInRedis(site, name, message).catch(() => unshared.set(name, message));
    }
  };

  return {
    /** The message that a proof was used for; null: none yet. */
    messageOf: async (proof: string): Promise<string | null> => {
      const name = nameOf(proof);
      const here = await findHere(name).catch(() => null);
      return here ?? (await redis?.client.get(redis.keyOf(`captcha:${name}`)).catch(() => null)) ?? null;
    },
    /** Binds a proof to a message, unless it is bound already. Resolves with the message that it is bound to. */
    bind: async (proof: string, message: string): Promise<string> => {
      const name = nameOf(proof);
      if (redis !== null) {
        const inRedis = await bindInRedis(redis, name, message).catch(() => null);
        if (inRedis !== null) {
          shareUnshared(redis);
          return inRedis;
        }
        unshared.set(name, message);
      }
      return bindHere(name, message).catch((error) => {
        log.error({ err: error }, 'the use of a captcha proof cannot be recorded, so it could be used again');
        return message;
      });
    },
    /** Removes proofs that have expired. */
    clean: (): Promise<void> =>
      run((database) => {
        database.prepare('DELETE FROM captcha_proofs WHERE used_at < ?').run(Date.now() - PROOF_VALID_MS);
      }),
  };
};

export type UsedProofs = ReturnType<typeof createUsedProofs>;
