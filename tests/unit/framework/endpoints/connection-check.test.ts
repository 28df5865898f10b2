import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createConnectionCheck } from '../../../../src/framework/endpoints/connection-check.ts';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { SECRET, signMessage, toSignedRequest } from '../../../support/revalidation.ts';

const PREVIEW_SECRET = 'preview-test-secret';

const signedCheck = ({ secret = SECRET, previewSecret = PREVIEW_SECRET, id = String(randomUUID()) } = {}) => {
  const prefix = 'connection.';
  const { body, timestamp, signature } = signMessage(JSON.stringify({ id }), { secret, prefix });
  const preview = signMessage(body, { secret: previewSecret, prefix, timestamp: Number(timestamp) });
  const headers = { 'x-timestamp': timestamp, 'x-signature': signature, 'x-preview-signature': preview.signature };
  return { method: 'POST', headers, body };
};

/** Returns a function that sends a message to a new endpoint. */
const openEndpoint = (options: { secret?: string | null; previewSecret?: string | null } = {}) => {
  const handle = createConnectionCheck({
    secret: SECRET,
    previewSecret: PREVIEW_SECRET,
    url: 'https://site.example',
    checkCms: async (id) => ({ status: 'ok', id }),
    // No other instance has received the message. The endpoint itself remembers the messages that it has received.
    verify: createMessageVerifier(async () => true),
    ...options,
  });
  return async (message: RequestInit) => {
    const response = await handleRequest(handle, new Request('http://site/api/connection', message));
    return { status: response.status, cache: response.headers.get('cache-control'), body: await response.json() };
  };
};

test('the response to a signed request contains the results of the connection check', async () => {
  expect(await openEndpoint()(signedCheck({ id: 'check-1' }))).toEqual({
    status: 200,
    cache: 'no-store',
    body: { ok: true, url: 'https://site.example', preview: 'ok', cms: { status: 'ok', id: 'check-1' } },
  });
});

test('the response says whether the preview secrets differ, or that the site has no preview secret', async () => {
  const check = signedCheck({ previewSecret: 'another secret here' });

  expect(await openEndpoint()(check)).toMatchObject({ status: 200, body: { preview: 'wrong-secret' } });
  expect(await openEndpoint({ previewSecret: null })(check)).toMatchObject({ status: 200, body: { preview: 'off' } });
});

// All other reasons: revalidation-webhook.test.ts.
test('a check that is repeated, or signed with another secret or for the webhook, is rejected', async () => {
  const send = openEndpoint();
  const check = signedCheck();

  expect((await send(check)).status).toBe(200);
  expect((await send(check)).status).toBe(409);
  expect((await send(signedCheck({ secret: 'another secret here' }))).status).toBe(403);
  expect((await send(toSignedRequest([], { body: '{"id":"1"}' }))).status).toBe(403);
});

test('the endpoint accepts only POST with an id, and does not exist without a secret', async () => {
  expect((await openEndpoint()({ method: 'GET' })).status).toBe(405);
  expect((await openEndpoint()(signedCheck({ id: '' }))).status).toBe(400);
  expect((await openEndpoint({ secret: null })(signedCheck())).status).toBe(404);
});
