import 'server-only';
import { isSignedBy, type Keyring, type Secret, sign } from './secret.ts';

/** A form may stay open for a day; an older token says nothing. */
const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN = /^([\da-z]{8,9})\.([\w-]{43})$/;

export type FormTokens = {
  /** The token of a form that is shown now, for its hidden field `startedAt`. */
  readonly issue: (now?: number) => string;
  /** Milliseconds since the form was shown; `null`: the token is none of ours, too old, or of a time to come: the clock was set back. */
  readonly ageMs: (token: string | undefined, now?: number) => number | null;
};

/** How long a visitor took, without a cookie and without a word from the browser that it could make up. */
export const createFormTokens = (keyring: Keyring): FormTokens => {
  const keyOf = (secret: Secret): string => secret.keyFor('started-at');
  return {
    issue: (now = Date.now()) => {
      const time = now.toString(36);
      return `${time}.${sign(keyOf(keyring.current()), time)}`;
    },
    ageMs: (token, now = Date.now()) => {
      const [, time = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
      if (!keyring.all().some((secret) => isSignedBy(keyOf(secret), time, signature))) return null;
      const age = now - Number.parseInt(time, 36);
      return age >= 0 && age <= VALID_MS ? age : null;
    },
  };
};
