import 'server-only';
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson, readBody, toJsonError } from '../http/index.ts';
import { log } from '../log.ts';
import { isSameSecret } from './is-same-secret.ts';

/** A message is accepted within this time before and after its time stamp. */
const WINDOW_S = 300;
const ALL = '*';

const Purge = z.object({
  tags: z
    .array(z.string().regex(/^[^\p{Cc}]{1,250}$/u))
    .min(1)
    .max(200),
  /** Distinguishes messages with the same tags in the same second. */
  id: z.string().max(100).optional(),
});

type RevalidateOptions = {
  /** Null: the endpoint does not exist. */
  readonly secret: string | null;
  /** Drops the cached responses with one of these tags on every instance; null: all. */
  readonly purge: (tags: readonly string[] | null) => Promise<void>;
  /** Whether no instance has seen a signature within the last seconds. */
  readonly isFirst: (signature: string, seconds: number) => Promise<boolean>;
};

/** The value of `X-Signature`: HMAC-SHA256 of the time stamp, a dot and the body. */
const signRevalidation = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/**
 * `POST /api/revalidate` with `{"tags": ["faq", "event:domain-days"], "id": "…"}`; `{"tags": ["*"]}` purges everything.
 * `X-Timestamp` holds the seconds since 1970, `X-Signature` the result of `signRevalidation`. A message is accepted once, within 5 minutes
 * of its time stamp.
 */
export const createRevalidationWebhook = ({ secret, purge, isFirst }: RevalidateOptions) => {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * WINDOW_S * 1_000 });

  const isNew = async (signature: string): Promise<boolean> => {
    if (seen.has(signature)) return false;
    seen.set(signature, true);
    return isFirst(signature, 2 * WINDOW_S);
  };

  const isInTime = (timestamp: string): boolean =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(Math.floor(Date.now() / 1_000) - Number(timestamp)) <= WINDOW_S;

  return async (request: Request): Promise<Response> => {
    if (secret === null) return toJsonError(404);
    if (request.method !== 'POST') return toJsonError(405, undefined, { allow: 'POST' });
    const bytes = await readBody(request);
    if (bytes === null) return toJsonError(413);
    const body = bytes.toString();
    const timestamp = request.headers.get('x-timestamp') ?? '';
    const signature = request.headers.get('x-signature') ?? '';
    if (!isSameSecret(signRevalidation(secret, timestamp, body), signature))
      return toJsonError(403, 'The signature is wrong.');
    if (!isInTime(timestamp)) return toJsonError(403, 'The time stamp is too far from now.');
    if (!(await isNew(signature))) return toJsonError(409, 'This message came before.');

    const purged = Purge.safeParse(parseJson(body));
    if (!purged.success) return toJsonError(400, 'The body must be {"tags": ["…"]}.');
    const { tags } = purged.data;
    await purge(tags.includes(ALL) ? null : tags);
    log.info({ tags }, 'purged cached responses after a change of content');
    return Response.json({ ok: true, tags }, { headers: { 'cache-control': 'no-store' } });
  };
};
