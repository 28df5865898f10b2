import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { withBoundedBody } from '../http/bounded-request.ts';
import { log } from '../log.ts';

/** A message is taken for so long before and after the time it names. */
const WINDOW_S = 300;
const ALL = '*';

const Purge = z.object({
  tags: z
    .array(z.string().regex(/^[^\p{Cc}]{1,250}$/u))
    .min(1)
    .max(200),
  /** Tells two messages apart that say the same in the same second. */
  id: z.string().max(100).optional(),
});

type RevalidateOptions = {
  /** Null: there is no such endpoint. */
  readonly secret: string | null;
  /** Drops what carries one of these tags, here and on every instance; without tags, everything. */
  readonly purge: (tags: readonly string[] | null) => Promise<void>;
  /** Whether a signature was not seen before, on any instance; remembered for so many seconds. */
  readonly isFirst?: (signature: string, seconds: number) => Promise<boolean>;
  /** Seconds since 1970. */
  readonly now?: () => number;
};

/** What a sender writes into `X-Signature`: HMAC-SHA256 over the time stamp, a dot and the body. */
const signRevalidation = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const answer = (statusCode: number, statusMessage = STATUS_CODES[statusCode]): Response =>
  Response.json({ statusCode, statusMessage }, { status: statusCode, headers: { 'cache-control': 'no-store' } });

/**
 * `POST /api/revalidate` with `{"tags": ["faq", "event:domain-days"], "id": "…"}`, or `["*"]` for everything. `X-Timestamp`
 * holds the seconds since 1970, `X-Signature` what `signRevalidation` gives; a message counts once, within 5 minutes of its
 * time.
 */
export const createRevalidationWebhook = ({
  secret,
  purge,
  isFirst,
  now = () => Math.floor(Date.now() / 1_000),
}: RevalidateOptions) => {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * WINDOW_S * 1_000 });

  const isNew = async (signature: string): Promise<boolean> => {
    if (seen.has(signature)) return false;
    seen.set(signature, true);
    return isFirst ? isFirst(signature, 2 * WINDOW_S) : true;
  };

  const isInTime = (timestamp: string): boolean =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(now() - Number(timestamp)) <= WINDOW_S;

  return async (request: Request): Promise<Response> => {
    if (secret === null) return answer(404);
    if (request.method !== 'POST') {
      const refusal = answer(405);
      refusal.headers.set('allow', 'POST');
      return refusal;
    }
    const bounded = await withBoundedBody(request);
    if (bounded === null) return answer(413);
    const body = await bounded.text();
    const timestamp = request.headers.get('x-timestamp') ?? '';
    const signature = request.headers.get('x-signature') ?? '';
    if (!isSame(signRevalidation(secret, timestamp, body), signature)) return answer(403, 'The signature is wrong.');
    if (!isInTime(timestamp)) return answer(403, 'The time stamp is too far from now.');
    if (!(await isNew(signature))) return answer(409, 'This message came before.');

    const purged = Purge.safeParse(toJson(body));
    if (!purged.success) return answer(400, 'The body must be {"tags": ["…"]}.');
    const { tags } = purged.data;
    await purge(tags.includes(ALL) ? null : tags);
    log.info({ tags }, 'content was changed; what shows it is made anew');
    return Response.json({ ok: true, tags }, { headers: { 'cache-control': 'no-store' } });
  };
};

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
