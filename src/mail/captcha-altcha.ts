import 'server-only';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Captcha } from './captcha.ts';
import { type Redis, redisKey } from './redis.ts';
import type { Secret } from './secret.ts';

/** About a second of work for a telephone; the long form may stay open for a while before it is done. */
const COST = 2_000;
const COUNTER = { min: 1_000, max: 3_000 } as const;
const VALID_MS = 60 * 60 * 1000;

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.literal(COST),
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

type Spent = { readonly messageId: string; readonly until: number };

/** Remembers which message a task was solved for. Answers that message. */
const createSpentTasks = (redis: Redis | null) => {
  const spent = new Map<string, Spent>();

  const spendHere = (task: string, messageId: string): string => {
    const now = Date.now();
    for (const [known, { until }] of spent) {
      if (until > now) break;
      spent.delete(known);
    }
    const before = spent.get(task);
    if (before) return before.messageId;
    spent.set(task, { messageId, until: now + VALID_MS });
    return messageId;
  };

  return async (task: string, messageId: string): Promise<string> => {
    if (!redis) return spendHere(task, messageId);
    try {
      const before = await redis.set(redisKey(`task:${task}`), messageId, 'PX', VALID_MS, 'NX', 'GET');
      return before ?? messageId;
    } catch {
      return spendHere(task, messageId);
    }
  };
};

/** ALTCHA: the browser works for a moment. Nobody else takes part, and nothing is stored in the browser. */
export const altcha = (secret: Secret, redis: Redis | null): Captcha => {
  const hmacSignatureSecret = secret.keyFor('captcha challenge');
  const hmacKeySignatureSecret = secret.keyFor('captcha solution');
  const spend = createSpentTasks(redis);

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER.max, COUNTER.min),
        deriveKey,
        expiresAt: new Date(Date.now() + VALID_MS),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    verify: async (token, messageId) => {
      const payload = readPayload(token);
      if (!payload) return 'invalid';
      const { verified } = await verifySolution({
        ...payload,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }).catch(() => ({ verified: false }));
      if (!verified) return 'invalid';
      return (await spend(payload.challenge.parameters.nonce, messageId)) === messageId ? 'verified' : 'invalid';
    },
  };
};
