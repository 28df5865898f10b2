import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { log } from '../framework/shared.ts';
import type { MailDatabase } from './mail-database.ts';

const SECRET = /^[\da-f]{64}$/;

export const isSecret = (text: string): boolean => SECRET.test(text);

/** Derives a key per purpose, so that a signature for one purpose is not valid for another. */
const keyOf = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');

/** No signature is valid for longer: form tokens are valid for a day. */
const FORMER_VALID_MS = 24 * 60 * 60 * 1000;

/**
 * The current signing secret, and former ones whose signatures have not expired.
 *
 * @param secret 64 hexadecimal digits.
 */
export const createKeyring = (secret: string) => {
  let current = secret;
  let former: { readonly secret: string; readonly until: number }[] = [];

  return {
    secret: (): string => current,
    /** The key with which to sign for this purpose. */
    keyFor: (purpose: string): string => keyOf(current, purpose),
    /** All keys whose signatures for this purpose are valid. */
    keysFor: (purpose: string): readonly string[] => {
      former = former.filter(({ until }) => until > Date.now());
      return [current, ...former.map((one) => one.secret)].map((one) => keyOf(one, purpose));
    },
    /** Signs with another secret from now on. Signatures of the former secret stay valid until they expire. */
    adopt: (next: string): void => {
      former = [...former, { secret: current, until: Date.now() + FORMER_VALID_MS }].filter(
        (one) => one.secret !== next,
      );
      current = next;
    },
  };
};

export type Keyring = ReturnType<typeof createKeyring>;

/** The name of the secret in the database. */
const NAME = 'forms';

/** @throws {MailDatabaseError} */
export const storeSecret = ({ run }: MailDatabase, secret: string): Promise<void> =>
  run((database) => {
    database.prepare('INSERT OR REPLACE INTO secrets VALUES (?, ?)').run(NAME, secret);
  });

/**
 * The random secret of this installation, stored in the database so that signatures stay valid across restarts. If it cannot be stored,
 * the secret lasts as long as the process.
 */
export const readSecret = async ({ run }: MailDatabase): Promise<string> => {
  const fresh = randomBytes(32).toString('hex');
  try {
    return await run((database) => {
      database.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?)').run(NAME, fresh);
      return String(database.prepare('SELECT secret FROM secrets WHERE name = ?').get(NAME)?.secret);
    });
  } catch (error) {
    log.error({ err: error }, 'the signing secret cannot be stored in DATA_DIR');
    return fresh;
  }
};
