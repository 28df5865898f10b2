import 'server-only';
import { readBody, readForm, toJsonError } from '../framework/shared.ts';
import type { Acceptance, Client } from './accept.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Verification } from './verification.ts';

type EndpointOptions = {
  readonly limits: RateLimits;
  readonly verification: Verification;
  readonly accept: (input: unknown, client: Client) => Promise<Acceptance>;
};

const respond = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });

const retryAfter = (seconds: number): Record<string, string> => ({ 'retry-after': String(seconds) });

type Read = (bytes: Buffer<ArrayBuffer>, contentType: string) => Promise<unknown>;

const readJson: Read = async (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

const readMultipart: Read = async (bytes, contentType) =>
  (await readForm(bytes, contentType)) ?? Promise.reject(new Error('The body is not a form, or has too many parts.'));

const readers = new Map([
  ['application/json', readJson],
  ['multipart/form-data', readMultipart],
]);

const toResponse = (acceptance: Acceptance): Response => {
  if (acceptance.status === 'accepted')
    return respond({ ok: true, id: acceptance.id, reference: acceptance.reference });
  if (acceptance.status === 'invalid') {
    const { fields, rejectedLines } = acceptance;
    return respond({ statusCode: 422, statusMessage: 'Please fix the marked fields.', fields, rejectedLines }, 422);
  }
  const { statusCode, statusMessage, retryAfter: seconds } = acceptance;
  return toJsonError(statusCode, statusMessage, seconds === undefined ? {} : retryAfter(seconds));
};

/** `POST /mail/send`. Every response is JSON. It never throws. */
export const createMailEndpoint =
  ({ limits, accept }: Pick<EndpointOptions, 'limits' | 'accept'>) =>
  async (request: Request, client: Client): Promise<Response> => {
    if (request.method !== 'POST')
      return toJsonError(405, 'This address takes messages by POST only.', { allow: 'POST' });
    const waitS = await limits.take('calls', client.address);
    if (waitS !== null) return toJsonError(429, 'Too many requests at once. Please wait a moment.', retryAfter(waitS));

    const contentType = request.headers.get('content-type') ?? '';
    const read = readers.get(contentType.split(';')[0]?.trim().toLowerCase() ?? '');
    if (!read) {
      return toJsonError(415, 'A message must be application/json or multipart/form-data.', {
        accept: [...readers.keys()].join(', '),
      });
    }
    const bytes = await readBody(request);
    if (bytes === null) return toJsonError(413, 'The message is too large.');
    let input: unknown;
    try {
      input = await read(bytes, contentType);
    } catch {
      return toJsonError(400, 'The message could not be read.');
    }
    return toResponse(await accept(input, client));
  };

/** `GET /api/captcha/challenge`: a challenge of the self-hosted captcha. */
export const createChallengeEndpoint =
  ({ limits, verification }: Pick<EndpointOptions, 'limits' | 'verification'>) =>
  async (request: Request, { address }: Client): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return toJsonError(405, 'This address answers GET only.', { allow: 'GET, HEAD' });
    const waitS = await limits.take('challenges', address);
    if (waitS !== null) return toJsonError(429, 'Too many requests at once. Please wait a moment.', retryAfter(waitS));
    const challenge = await verification.challenge();
    return challenge === null
      ? toJsonError(404, 'The captcha of this site is that of a provider.')
      : respond(challenge);
  };
