import { createHmac, randomUUID } from 'node:crypto';

export const SECRET = 'a secret of the tests';

type Given = { secret?: string; timestamp?: number; body?: string };

/** The message with which a content system tells a site what was changed. */
export const revalidation = (tags: readonly string[], given: Given = {}) => {
  const timestamp = String(given.timestamp ?? Math.floor(Date.now() / 1_000));
  const body = given.body ?? JSON.stringify({ tags, id: randomUUID() });
  const signature = createHmac('sha256', given.secret ?? SECRET)
    .update(`${timestamp}.${body}`)
    .digest('hex');
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': `sha256=${signature}` },
    body,
  };
};

/** Sends it to the site at an address. */
export const revalidate = (url: string, tags: readonly string[], given?: Given): Promise<Response> =>
  fetch(`${url}/api/revalidate`, revalidation(tags, given));
