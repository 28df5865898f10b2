import 'server-only';
import { z } from 'zod';
import { parseJson } from '../request-body.ts';
import { toJson, toJsonError } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';
import { createMessageVerifier, readSignedMessage, type SignedMessage } from './signed-messages.ts';

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
  /** Whether no instance has seen a signature within the last `seconds`. */
  readonly isFirst: (signature: string, seconds: number) => Promise<boolean>;
};

/**
 * `POST /api/connection` with `{"id": "…"}`, from the settings screen of the CMS: tests the connection to the CMS.
 * `X-Timestamp` holds the seconds since 1970. `X-Signature` is the signature of the message with `secret`,
 * `X-Preview-Signature` with `previewSecret`, both with the prefix `connection.` (`createMessageVerifier`). Only
 * `X-Signature` grants access; the response says whether `X-Preview-Signature` is valid.
 */
export const createConnectionCheck = (options: ConnectionCheckOptions): Endpoint => {
  const { secret, previewSecret, url, checkCms, isFirst } = options;
  const verify = secret === null ? null : createMessageVerifier({ secret, prefix: PREFIX, isFirst });
  const verifyPreview =
    previewSecret === null ? null : createMessageVerifier({ secret: previewSecret, prefix: PREFIX, isFirst });

  const comparePreviewSecret = async (message: SignedMessage): Promise<'off' | 'ok' | 'wrong-secret'> => {
    if (verifyPreview === null) return 'off';
    return (await verifyPreview(message)) === null ? 'ok' : 'wrong-secret';
  };

  return async (c) => {
    if (verify === null) return toJsonError(404);
    const message = await readSignedMessage(c.req.raw, verify);
    if ('rejection' in message) return message.rejection;
    const check = Check.safeParse(parseJson(message.body));
    if (!check.success) return toJsonError(400, 'The body must be {"id": "…"}.');

    const signature = c.req.header('x-preview-signature') ?? '';
    const [preview, cms] = await Promise.all([
      comparePreviewSecret({ ...message, signature }),
      checkCms(check.data.id),
    ]);
    return toJson({ ok: true, url, preview, cms });
  };
};
