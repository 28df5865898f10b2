import { createHmac, randomUUID } from 'node:crypto';
import { createRevalidationWebhook } from '../../src/framework/endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from '../../src/framework/endpoints/signed-messages.ts';

export const SECRET = 'revalidation-test-secret';

type Signing = { secret?: string; prefix?: string; timestamp?: number };

/** A message that is signed as the plugin signs it, by default now and with `SECRET`. */
export const signMessage = (body: string, { secret = SECRET, prefix = '', ...options }: Signing = {}) => {
  const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1_000));
  const digest = createHmac('sha256', secret).update(`${prefix}${timestamp}.${body}`).digest('hex');
  return { body, timestamp, signature: `sha256=${digest}` };
};

type Options = Signing & { body?: string };

/** The fetch options of a signed request to the revalidation webhook. */
export const toSignedRequest = (tags: readonly string[], { body: ownBody, ...signing }: Options = {}) => {
  const { body, timestamp, signature } = signMessage(ownBody ?? JSON.stringify({ tags, id: randomUUID() }), signing);
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    body,
  };
};

/** The site's revalidation webhook, and the tags that it would purge. */
export const createRecordingWebhook = () => {
  const receivedTags: string[] = [];
  const handler = createRevalidationWebhook({
    secret: SECRET,
    verify: createMessageVerifier(async () => true),
    purge: async (tags) => void receivedTags.push(...(tags ?? ['*'])),
  });
  return { handler, receivedTags };
};

/** Calls the revalidation webhook of a site. */
export const revalidate = (url: string, tags: readonly string[], options?: Options): Promise<Response> =>
  fetch(`${url}/api/revalidate`, toSignedRequest(tags, options));
