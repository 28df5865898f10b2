import 'server-only';
import { z } from 'zod';
import { parseJson } from '../request-body.ts';
import { toJson, toJsonError } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';
import { isSigned, type MessageVerifier, readSignedMessage } from './signed-messages.ts';

const PREFIX = 'connection.';

const Check = z.object({
  /** Distinguishes messages with the same time stamp. */
  id: z.string().min(1).max(100),
});

type ConnectionCheckOptions = {
  /** The secret of the revalidation webhook; null: the endpoint does not exist. */
  readonly secret: string | null;
  /** The secret of preview links; null: the site has no previews. */
  readonly previewSecret: string | null;
  /** The origin of the site. */
  readonly url: string;
  /** Tests the connection to the CMS; the result can be written as JSON. */
  readonly checkCms: (id: string) => Promise<unknown>;
  readonly verify: MessageVerifier;
};

/**
 * `POST /api/connection` with `{"id": "…"}`, from the settings screen of the CMS: tests the connection to the CMS.
 * `X-Timestamp` holds the seconds since 1970. `X-Signature` is the signature of the message with `secret`,
 * `X-Preview-Signature` with `previewSecret`, both with the prefix `connection.` (`isSigned`). Only
 * `X-Signature` grants access; the response says whether `X-Preview-Signature` is valid.
 */
export const createConnectionCheck =
  ({ secret, previewSecret, url, checkCms, verify }: ConnectionCheckOptions): Endpoint =>
  async (c) => {
    if (secret === null) return toJsonError(404);
    const message = await readSignedMessage(c.req.raw);
    if (message instanceof Response) return message;
    const rejection = await verify(message, secret, PREFIX);
    if (rejection) return rejection;
    const check = Check.safeParse(parseJson(message.body));
    if (!check.success) return toJsonError(400, 'The body must be {"id": "…"}.');

    const signature = c.req.header('x-preview-signature') ?? '';
    const isSame = previewSecret !== null && isSigned({ ...message, signature }, previewSecret, PREFIX);
    const preview = previewSecret === null ? 'off' : isSame ? 'ok' : 'wrong-secret';
    return toJson({ ok: true, url, preview, cms: await checkCms(check.data.id) });
  };
