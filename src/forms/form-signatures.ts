import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret, log } from '../framework/shared.ts';
import type { MailStore } from '../mail/mail-database.ts';

/** The name of the secret in the database and in Redis. */
const NAME = 'forms';
/** A form may stay open for a day; older tokens are ignored. */
const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN = /^([\da-z]{8,9})\.([\w-]{43})$/;

/** Signs for one purpose with a key of its own, so that a signature for one purpose is not valid for another. */
export type FormSecret = {
  /** The key for this purpose, in hexadecimal digits. */
  readonly keyFor: (purpose: string) => string;
};

/**
 * The random secret with which forms and captcha challenges are signed. The database keeps it, so that signatures stay
 * valid across restarts. With Redis all instances use the secret of the first; one that has never reached Redis uses
 * its own until it does. If the secret cannot be stored, it lasts as long as the process.
 */
export const openFormSecret = async ({ database, redis }: MailStore): Promise<FormSecret> => {
  const store = (secret: string, conflict: 'IGNORE' | 'REPLACE'): Promise<string> =>
    database
      .run((sqlite) => {
        sqlite.prepare(`INSERT OR ${conflict} INTO secrets VALUES (?, ?)`).run(NAME, secret);
        return String(sqlite.prepare('SELECT secret FROM secrets WHERE name = ?').get(NAME)?.secret);
      })
      .catch((error) => {
        log.error({ err: error }, 'the secret of the forms cannot be stored in DATA_DIR');
        return secret;
      });

  let secret = await store(randomBytes(32).toString('hex'), 'IGNORE');

  if (redis !== null) {
    const share = async (): Promise<void> => {
      try {
        await redis.client.set(redis.keyOf('secret'), secret, 'NX');
        const shared = await redis.client.get(redis.keyOf('secret'));
        if (shared !== null && shared !== secret) secret = await store(shared, 'REPLACE');
      } catch (error) {
        log.warn({ err: error }, 'Redis does not have the secret of the forms yet: instances may reject our forms');
      }
    };
    // Also when Redis has lost its data.
    redis.client.on('ready', () => void share());
    await share();
  }

  return { keyFor: (purpose) => createHmac('sha256', secret).update(purpose).digest('hex') };
};

/** Signed timestamps that tell how long a visitor took to fill in a form, without a cookie. */
export const createFormTokens = ({ keyFor }: FormSecret) => {
  const sign = (time: string): string => createHmac('sha256', keyFor('started-at')).update(time).digest('base64url');

  return {
    /** A token for a form that is rendered now. */
    issue: (now = Date.now()): string => {
      const time = now.toString(36);
      return `${time}.${sign(time)}`;
    },
    /** Milliseconds since the form was rendered; null: the token is invalid, expired, or from the future (the clock was set back). */
    ageMs: (token: string | undefined, now = Date.now()): number | null => {
      const [, time = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
      if (!isSameSecret(sign(time), signature)) return null;
      const age = now - Number.parseInt(time, 36);
      return age >= 0 && age <= VALID_MS ? age : null;
    },
  };
};
