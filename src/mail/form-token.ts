import 'server-only';
import { isSignedBy, type Keyring, keyFor, sign } from './secret.ts';

/** A form may stay open for a day; older tokens are ignored. */
const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN = /^([\da-z]{8,9})\.([\w-]{43})$/;

/** Signed timestamps that tell how long a visitor took to fill in a form, without a cookie. */
export const createFormTokens = (keyring: Keyring) => {
  const keyOf = (secret: string): string => keyFor(secret, 'started-at');
  return {
    /** A token for a form that is rendered now. */
    issue: (now = Date.now()): string => {
      const time = now.toString(36);
      return `${time}.${sign(keyOf(keyring.current()), time)}`;
    },
    /** Milliseconds since the form was rendered; null: the token is invalid, expired, or from the future (the clock was set back). */
    ageMs: (token: string | undefined, now = Date.now()): number | null => {
      const [, time = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
      if (!keyring.all().some((secret) => isSignedBy(keyOf(secret), time, signature))) return null;
      const age = now - Number.parseInt(time, 36);
      return age >= 0 && age <= VALID_MS ? age : null;
    },
  };
};

export type FormTokens = ReturnType<typeof createFormTokens>;
