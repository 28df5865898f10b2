import 'server-only';
import { createHash } from 'node:crypto';
import { log } from '../framework/shared.ts';
import type { MailStore } from '../mail/mail-database.ts';

/** No provider accepts a solution for longer, so its use need not be known for longer either. */
const VALID_MS = 60 * 60 * 1000;

/**
 * Binds each captcha solution to the first message that it is sent with: in the database of this instance, and in Redis
 * for all instances. Both survive a restart. While Redis is down, a solution can be used once on each instance.
 */
export const createUsedSolutions = ({ database, redis }: MailStore) => {
  const findHere = (name: string): Promise<string | null> =>
    database.run((sqlite) => {
      const row = sqlite.prepare('SELECT message FROM captcha_solutions WHERE solution = ?').get(name);
      return row === undefined ? null : String(row.message);
    });

  const bindHere = (name: string, message: string): Promise<string> =>
    database.run((sqlite) => {
      const now = Date.now();
      sqlite.prepare('DELETE FROM captcha_solutions WHERE used_at < ?').run(now - VALID_MS);
      sqlite.prepare('INSERT OR IGNORE INTO captcha_solutions VALUES (?, ?, ?)').run(name, message, now);
      return String(sqlite.prepare('SELECT message FROM captcha_solutions WHERE solution = ?').get(name)?.message);
    });

  /** Null: Redis does not know it, or is down. */
  const findInRedis = async (name: string): Promise<string | null> =>
    (await redis?.client.get(redis.keyOf(`captcha:${name}`)).catch(() => null)) ?? null;

  /** Resolves with `message` while Redis is down. */
  const bindInRedis = async (name: string, message: string): Promise<string> => {
    await redis?.client.set(redis.keyOf(`captcha:${name}`), message, 'PX', VALID_MS, 'NX').catch(() => null);
    return (await findInRedis(name)) ?? message;
  };

  const nameOf = (solution: string): string => createHash('sha256').update(solution).digest('hex');

  return {
    /** The message that a solution was used for; null: none yet. */
    messageOf: async (solution: string): Promise<string | null> => {
      const name = nameOf(solution);
      return (await findHere(name).catch(() => null)) ?? findInRedis(name);
    },
    /** Binds a solution to a message, unless it is bound already. Resolves with the message that it is bound to. */
    bind: async (solution: string, message: string): Promise<string> => {
      const name = nameOf(solution);
      const first = await bindInRedis(name, message);
      return bindHere(name, first).catch((error) => {
        log.error({ err: error }, 'the use of a captcha solution cannot be recorded on this machine');
        return first;
      });
    },
  };
};
