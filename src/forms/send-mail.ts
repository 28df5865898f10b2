import * as z from 'zod/mini';
import type { MailPayload } from './message.ts';

const TIMEOUT_MS = 30_000;
/** A larger body is sent as multipart, for which the server has a higher limit. */
const MAX_JSON_BYTES = 60 * 1024;

const Success = z.object({ ok: z.literal(true), reference: z.string() });

/** `statusMessage` can be shown to the visitor. */
const Failure = z.object({
  statusMessage: z.string(),
  fields: z._default(z.record(z.string(), z.string()), {}),
  rejectedLines: z._default(z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })), []),
});

/** `retryAfterS` is the `Retry-After` of the response in seconds. */
type Failed = z.output<typeof Failure> & { readonly status: 'failed'; readonly retryAfterS: number | null };

export type SendResult = { readonly status: 'sent'; readonly reference: string } | Failed;

const UNREADABLE: Failed = {
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
  const success = Success.safeParse(body).data;
  if (ok && success) return { status: 'sent', reference: success.reference };
  return { ...UNREADABLE, ...Failure.safeParse(body).data, retryAfterS: Number(headers.get('retry-after')) || null };
};

/** Sends a message to `POST /mail/send`. Resolves with a failure when the server does not respond within 30 s. */
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
      ...UNREADABLE,
      statusMessage: 'We couldn’t reach the server. Everything you wrote is still here. Please try again.',
    };
  }
};
