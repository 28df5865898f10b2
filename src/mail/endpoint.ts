import 'server-only';
import { readBody, readForm, toJsonError } from '../framework/shared.ts';
import type { Acceptance, Client, createAcceptor } from './accept.ts';
import type { RateLimits } from './rate-limits.ts';

type Read = (bytes: Buffer<ArrayBuffer>, contentType: string) => Promise<unknown>;

const readers = new Map<string, Read>([
  ['application/json', async (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))],
  ['multipart/form-data', readForm],
]);

const retryAfter = (seconds: number | undefined) => (seconds === undefined ? {} : { 'retry-after': String(seconds) });

const toResponse = (acceptance: Acceptance): Response => {
  const headers = { 'cache-control': 'no-store' };
  if (acceptance.status === 'accepted') {
    const { id, reference } = acceptance;
    return Response.json({ ok: true, id, reference }, { headers });
  }
  if (acceptance.status === 'invalid') {
    const { fields, rejectedLines } = acceptance;
    const body = { statusCode: 422, statusMessage: 'Please fix the marked fields.', fields, rejectedLines };
    return Response.json(body, { status: 422, headers });
  }
  return toJsonError(acceptance.statusCode, acceptance.statusMessage, retryAfter(acceptance.retryAfter));
};

/** `POST /mail/send`. Every response is JSON. It never throws. */
export const createMailEndpoint =
  (limits: RateLimits, accept: ReturnType<typeof createAcceptor>) =>
  async (request: Request, client: Client): Promise<Response> => {
    if (request.method !== 'POST') {
      return toJsonError(405, 'This address takes messages by POST only.', { allow: 'POST' });
    }
    const waitS = await limits.take('calls', client.address);
    if (waitS !== null) return toJsonError(429, 'Too many requests at once. Please wait a moment.', retryAfter(waitS));

    const contentType = request.headers.get('content-type') ?? '';
    const read = readers.get(contentType.split(';')[0]?.trim().toLowerCase() ?? '');
    if (!read) {
      const accepted = [...readers.keys()].join(', ');
      return toJsonError(415, 'A message must be application/json or multipart/form-data.', { accept: accepted });
    }
    const bytes = await readBody(request);
    if (bytes === null) return toJsonError(413, 'The message is too large.');
    // `readForm` returns null for what is not a form, or has too many parts.
    const input = await read(bytes, contentType).catch(() => null);
    if (input === null) return toJsonError(400, 'The message could not be read.');
    return toResponse(await accept(input, client));
  };
