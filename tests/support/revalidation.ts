import { createHmac, randomUUID } from 'node:crypto';
import { createRevalidationWebhook } from '../../src/framework/endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from '../../src/framework/endpoints/signed-messages.ts';

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

/** The site's revalidation webhook, and the tags that it would purge. */
export const createRecordingWebhook = (secret = SECRET) => {
  const receivedTags: string[] = [];
  const handler = createRevalidationWebhook({
    secret,
    verify: createMessageVerifier(async () => true),
    purge: async (tags) => void receivedTags.push(...(tags ?? ['*'])),
  });
  return { handler, receivedTags };
};

/** Calls the revalidation webhook of a site. */
export const revalidate = (url: string, tags: readonly string[], options?: Options): Promise<Response> =>
  fetch(`${url}/api/revalidate`, toSignedRequest(tags, options));
