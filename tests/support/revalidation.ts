import { createHmac, randomUUID } from 'node:crypto';

export const SECRET = 'revalidation-test-secret';

type Options = { secret?: string; timestamp?: number; body?: string };

/** The fetch options of a signed request to the revalidation webhook. */
export const toSignedRequest = (tags: readonly string[], options: Options = {}) => {
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1_000));
  const body = options.body ?? JSON.stringify({ tags, id: randomUUID() });
  const signature = createHmac('sha256', options.secret ?? SECRET)
    .update(`${timestamp}.${body}`)
    .digest('hex');
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': `sha256=${signature}` },
    body,
  };
};

/** Calls the revalidation webhook of a site. */
export const revalidate = (url: string, tags: readonly string[], options?: Options): Promise<Response> =>
  fetch(`${url}/api/revalidate`, toSignedRequest(tags, options));
