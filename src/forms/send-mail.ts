import * as z from 'zod/mini';
import type { MailPayload } from './message.ts';

const TIMEOUT_MS = 30_000;
/** A larger body is sent as multipart, for which the server has a higher limit. */
const MAX_JSON_BYTES = 60 * 1024;

const SuccessBody = z.object({ ok: z.literal(true), reference: z.string() });

/**
 * `statusMessage` can be shown to the visitor. `fields` contains error messages by field name, `rejectedLines` the
 * rejected lines of a multi-line field, such as the list of domains.
 */
const FailureBody = z.object({
  statusMessage: z.string(),
  fields: z._default(z.record(z.string(), z.string()), {}),
  rejectedLines: z._default(z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })), []),
});

/** `retryAfterS` is the `Retry-After` of the response in seconds. */
type SendFailure = z.output<typeof FailureBody> & { readonly status: 'failed'; readonly retryAfterS: number | null };

export type SendResult = { readonly status: 'sent'; readonly reference: string } | SendFailure;

const UNKNOWN_FAILURE: SendFailure = {
  status: 'failed',
  statusMessage: 'We couldn’t send your message. Please try again.',
  fields: {},
  rejectedLines: [],
  retryAfterS: null,
};

const toForm = (payload: MailPayload): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue;
    for (const entry of Array.isArray(value) ? value : [value]) form.append(name, String(entry));
  }
  return form;
};

const toResult = ({ ok, headers }: Response, body: unknown): SendResult => {
  const success = SuccessBody.safeParse(body).data;
  if (ok && success) return { status: 'sent', reference: success.reference };
  return {
    ...UNKNOWN_FAILURE,
    ...FailureBody.safeParse(body).data,
    retryAfterS: Number(headers.get('retry-after')) || null,
  };
};

/**
 * Posts a message to `/mail/send`. Never rejects: an error response, a network error and a response that takes longer
 * than 30 s resolve with `status: 'failed'`.
 */
export const sendMail = async (payload: MailPayload): Promise<SendResult> => {
  const json = JSON.stringify(payload);
  const isLarge = new TextEncoder().encode(json).length > MAX_JSON_BYTES;
  try {
    const response = await fetch('/mail/send', {
      method: 'POST',
      body: isLarge ? toForm(payload) : json,
      headers: { accept: 'application/json', ...(isLarge ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return toResult(response, await response.json().catch(() => null));
  } catch {
    return {
      ...UNKNOWN_FAILURE,
      statusMessage: 'We couldn’t reach the server. Please try again.',
    };
  }
};
