import 'server-only';
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../framework/shared.ts';
import type { FormSecret } from './form-secret.ts';

/** A form may stay open for a day; older tokens are ignored. */
const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN = /^([\da-z]{8,9})\.([\w-]{43})$/;

const PURPOSE = 'started-at';

const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Signed timestamps that tell how long a visitor took to fill in a form, without a cookie. */
export const createFormTokens = (secret: FormSecret) => {
  return {
    /** A token for a form that is rendered now. */
    issue: (now = Date.now()): string => {
      const time = now.toString(36);
      return `${time}.${sign(secret.keyFor(PURPOSE), time)}`;
    },
    /** Milliseconds since the form was rendered; null: the token is invalid, expired, or from the future (the clock was set back). */
    ageMs: (token: string | undefined, now = Date.now()): number | null => {
      const [, time = '', signature = ''] = TOKEN.exec(token ?? '') ?? [];
      if (!isSameSecret(sign(secret.keyFor(PURPOSE), time), signature)) return null;
      const age = now - Number.parseInt(time, 36);
      return age >= 0 && age <= VALID_MS ? age : null;
    },
  };
};
