import 'server-only';
import { log } from '../framework/shared.ts';
import { isSecret, type Keyring } from './secret.ts';
import type { SiteRedis } from './site-redis.ts';

const RETRY_MS = 1_000;

/**
 * Makes all instances sign with one secret: the first stores its own in Redis, the others adopt it. While Redis is down an instance
 * signs with the secret it has and retries every second; a Redis that lost its data gets the secret again. Resolves after
 * the first attempt, even if it failed.
 *
 * @param store stores an adopted secret for the next start.
 */
export const shareSecret = async (
  { client: redis, keyOf }: SiteRedis,
  keyring: Keyring,
  store: (secret: string) => Promise<void>,
): Promise<void> => {
  const key = keyOf('secret');
  let retry: NodeJS.Timeout | undefined;
  let isWarned = false;

  const adopt = async (): Promise<void> => {
    await redis.set(key, keyring.secret(), 'NX');
    const shared = await redis.get(key);
    if (shared === null || shared === keyring.secret()) return;
    if (!isSecret(shared)) throw new Error(`${key} in Redis is not a secret`);
    keyring.adopt(shared);
    await store(shared).catch((error) =>
      log.warn({ err: error }, 'the shared signing secret cannot be stored in DATA_DIR'),
    );
  };

  const tryToAdopt = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await adopt();
      isWarned = false;
    } catch (error) {
      // 'end': the connection is closed and will not reconnect.
      if (redis.status === 'end') return;
      if (!isWarned)
        log.warn({ err: error }, 'the signing secret is not shared yet; other instances may reject our tokens');
      isWarned = true;
      clearTimeout(retry);
      retry = setTimeout(() => void tryToAdopt(), RETRY_MS).unref();
    }
  };

  redis.on('ready', () => void tryToAdopt());
  await tryToAdopt();
};
