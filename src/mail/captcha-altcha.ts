import 'server-only';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { CaptchaProvider } from './captcha.ts';
import { type Keyring, keyFor } from './secret.ts';
import { SOLUTION_VALID_MS } from './solution-claims.ts';

/**
 * The browser derives keys with increasing counters until one matches. The matching counter is random: if it were fixed, a bot could
 * derive only that key.
 */
const COUNTER = { min: 1_000, max: 3_000 } as const;

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.number(),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

const readPayload = (token: string) => {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
};

/**
 * ALTCHA, a self-hosted proof of work: no third party is involved, and nothing is stored in the browser.
 *
 * @param cost the PBKDF2 iterations per derived key. The signature of a challenge covers its cost.
 */
export const createAltcha = (keyring: Keyring, cost: number): CaptchaProvider => {
  const keysOf = (secret: string) => ({
    hmacSignatureSecret: keyFor(secret, 'captcha challenge'),
    hmacKeySignatureSecret: keyFor(secret, 'captcha solution'),
  });

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(COUNTER.max, COUNTER.min),
        deriveKey,
        expiresAt: new Date(Date.now() + SOLUTION_VALID_MS),
        ...keysOf(keyring.current()),
      }),
    solutionOf: (token) => readPayload(token)?.challenge.parameters.nonce ?? null,
    verify: async (token) => {
      const payload = readPayload(token);
      if (!payload) return 'invalid';
      for (const secret of keyring.all()) {
        const result = await verifySolution({ ...payload, deriveKey, ...keysOf(secret) }).catch(() => null);
        if (result?.verified) return 'verified';
      }
      return 'invalid';
    },
  };
};
