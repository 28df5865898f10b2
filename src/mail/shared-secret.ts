import 'server-only';
import { log } from '../framework/log.ts';
import { isSecretHex, type Keyring } from './secret.ts';
import type { SiteRedis } from './site-redis.ts';

const RETRY_MS = 1_000;

/**
 * Makes all instances sign with one secret: the first offers its own to Redis, the others adopt it. While Redis is away
 * an instance signs with the secret it has, and retries every second until Redis answers; when Redis comes back without its
 * data, it gets the secret again. Resolves after the first attempt, even if it failed.
 *
 * @param keep stores an adopted secret for the next start.
 */
export const shareSecret = async (
  { client: redis, keyOf }: SiteRedis,
  keyring: Keyring,
  keep: (hex: string) => Promise<void>,
): Promise<void> => {
  const key = keyOf('secret');
  let retry: NodeJS.Timeout | undefined;
  let isWarned = false;

  const adopt = async (): Promise<void> => {
    await redis.set(key, keyring.currentHex(), 'NX');
    const shared = await redis.get(key);
    if (shared === null || shared === keyring.currentHex()) return;
    if (!isSecretHex(shared)) throw new Error(`${key} in Redis is not a secret`);
    keyring.adopt(shared);
    await keep(shared).catch((error) => log.warn({ err: error }, 'the shared secret cannot be kept in DATA_DIR'));
  };

  const tryToAdopt = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await adopt();
      isWarned = false;
    } catch (error) {
      // 'end': this connection was closed for good.
      if (redis.status === 'end') return;
      if (!isWarned)
        log.warn({ err: error }, 'the secret of the forms is not shared yet; other instances may reject our tokens');
      isWarned = true;
      clearTimeout(retry);
      retry = setTimeout(() => void tryToAdopt(), RETRY_MS).unref();
    }
  };

  redis.on('ready', () => void tryToAdopt());
  await tryToAdopt();
};
