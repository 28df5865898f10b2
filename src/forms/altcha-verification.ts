import 'server-only';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { FormSecret } from './form-signatures.ts';
import type { CaptchaProvider } from './verification.ts';

/**
 * The browser derives keys with increasing counters until one matches. The matching counter is random: if it were fixed, a bot could
 * derive only that key.
 */
const COUNTER = { min: 1_000, max: 3_000 } as const;

/** How long a solution is accepted. Its use is remembered for as long. */
const VALID_MS = 60 * 60 * 1000;

/** The purposes of the signing keys. */
const [CHALLENGE, SOLUTION] = ['captcha challenge', 'captcha solution'] as const;

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
export const createAltcha = (secret: FormSecret, cost: number): CaptchaProvider => {
  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(COUNTER.max, COUNTER.min),
        deriveKey,
        expiresAt: new Date(Date.now() + VALID_MS),
        hmacSignatureSecret: secret.keyFor(CHALLENGE),
        hmacKeySignatureSecret: secret.keyFor(SOLUTION),
      }),
    solutionOf: (token) => readPayload(token)?.challenge.parameters.nonce ?? null,
    verify: async (token) => {
      const payload = readPayload(token);
      if (!payload) return 'invalid';
      const keys = { hmacSignatureSecret: secret.keyFor(CHALLENGE), hmacKeySignatureSecret: secret.keyFor(SOLUTION) };
      const result = await verifySolution({ ...payload, deriveKey, ...keys }).catch(() => null);
      return result?.verified ? 'verified' : 'invalid';
    },
  };
};
