import 'server-only';
import { z } from 'zod';
import { log } from '../log.ts';
import { parseJson } from '../request-body.ts';
import { toJson, toJsonError } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';
import { type MessageVerifier, readSignedMessage } from './signed-messages.ts';

const ALL = '*';

const Purge = z.object({
  tags: z
    .array(z.string().regex(/^[^\p{Cc}]{1,250}$/u))
    .min(1)
    .max(200),
  /** Makes the signatures of messages with the same tags and the same time stamp differ. */
  id: z.string().max(100).optional(),
});

type RevalidateOptions = {
  /** Null: the endpoint does not exist. */
  readonly secret: string | null;
  /** Drops the cached responses with one of these tags on every instance; null: all. */
  readonly purge: (tags: readonly string[] | null) => Promise<void>;
  readonly verify: MessageVerifier;
};

/**
 * `POST /api/revalidate` with `{"tags": ["faq", "event:domain-days"], "id": "…"}`; `{"tags": ["*"]}` purges everything.
 * `X-Timestamp` holds the seconds since 1970, `X-Signature` the signature of the message (`isSigned`).
 */
export const createRevalidationWebhook =
  ({ secret, purge, verify }: RevalidateOptions): Endpoint =>
  async (c) => {
    if (secret === null) return toJsonError(404);
    const message = await readSignedMessage(c.req.raw);
    if (message instanceof Response) return message;
    const rejection = await verify(message, secret);
    if (rejection) return rejection;

    const purged = Purge.safeParse(parseJson(message.body));
    if (!purged.success) return toJsonError(400, 'The body must be {"tags": ["…"]}.');
    const { tags } = purged.data;
    await purge(tags.includes(ALL) ? null : tags);
    log.info({ tags }, 'purged cached responses after a change of content');
    return toJson({ ok: true, tags });
  };
