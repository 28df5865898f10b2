import * as z from 'zod/mini';
import type { FieldErrors, RejectedLine } from '../mail/message-kind.ts';
import type { MailPayload } from './message.ts';

const TIMEOUT_MS = 30_000;
/** A larger body is sent as multipart, for which the server has a higher limit. */
const MAX_JSON_BYTES = 60 * 1024;

type Sent = { readonly id: string; readonly reference: string };

const Success = z.object({ ok: z.literal(true), id: z.string(), reference: z.string() });

const Failure = z.object({
  statusCode: z.number(),
  statusMessage: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  rejectedLines: z.optional(z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() }))),
});

/** The message was not accepted. `message` is the server's `statusMessage`, which can be shown to the visitor. */
export class MailError extends Error {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly fields: FieldErrors;
  readonly rejectedLines: readonly RejectedLine[];
  /** The `Retry-After` of the response in seconds. */
  readonly retryAfterS: number | null;

  constructor(
    { statusCode, statusMessage, fields, rejectedLines }: z.output<typeof Failure>,
    retryAfterS: number | null = null,
  ) {
    super(statusMessage);
    this.name = 'MailError';
    this.statusCode = statusCode;
    this.statusMessage = statusMessage;
    this.fields = fields ?? {};
    this.rejectedLines = rejectedLines ?? [];
    this.retryAfterS = retryAfterS;
  }
}

const toForm = (payload: MailPayload): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue;
    for (const entry of Array.isArray(value) ? value : [value]) form.append(name, String(entry));
  }
  return form;
};

const bodyOf = (
  payload: MailPayload | FormData,
): { readonly body: FormData | string; readonly headers: Record<string, string> } => {
  if (payload instanceof FormData) return { body: payload, headers: {} };
  const json = JSON.stringify(payload);
  const isLarge = new TextEncoder().encode(json).length > MAX_JSON_BYTES;
  return isLarge
    ? { body: toForm(payload), headers: {} }
    : { body: json, headers: { 'content-type': 'application/json' } };
};

const NOT_REACHED = {
  statusCode: 0,
  statusMessage: 'The server could not be reached. What you wrote is still here: please try again.',
};

/**
 * Sends a message to `POST /mail/send` (specification §7): the object as it is, or a form with its files.
 *
 * @throws {MailError} with the `statusMessage` of the response; status 0 when the server did not respond within 30 s.
 */
export const sendMail = async (payload: MailPayload | FormData): Promise<Sent> => {
  const { body, headers } = bodyOf(payload);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch('/mail/send', {
      method: 'POST',
      body,
      headers: { ...headers, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json().catch(() => null);
  } catch {
    throw new MailError(NOT_REACHED);
  }

  const success = Success.safeParse(answer);
  if (response.ok && success.success) return { id: success.data.id, reference: success.data.reference };
  const failure = Failure.safeParse(answer);
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new MailError(
    failure.success
      ? failure.data
      : { statusCode: response.status, statusMessage: 'The message could not be sent. Please try again.' },
    retryAfter > 0 ? retryAfter : null,
  );
};
