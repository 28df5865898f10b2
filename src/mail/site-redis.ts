import 'server-only';
import type { Redis } from 'ioredis';

/** The Redis connection of the mail service. */
export type SiteRedis = {
  readonly client: Redis;
  /** The full name of a key. Sites with different REDIS_KEY_PREFIX share no keys. */
  readonly keyOf: (name: string) => string;
};

export const toSiteRedis = (client: Redis, keyPrefix: string): SiteRedis => ({
  client,
  keyOf: (name) => `${keyPrefix}:mail:${name}`,
});
