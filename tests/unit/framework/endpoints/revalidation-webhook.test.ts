import { expect, test } from 'vitest';
import { createRevalidationWebhook } from '../../../../src/framework/endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { SECRET, toSignedRequest } from '../../../support/revalidation.ts';

const openWebhook = (secret: string | null = SECRET) => {
  const purged: (readonly string[] | null)[] = [];
  const handle = createRevalidationWebhook({
    secret,
    purge: async (tags) => {
      purged.push(tags);
    },
    verify: createMessageVerifier(async () => true),
  });
  const send = async (message: RequestInit): Promise<number> =>
    (await handleRequest(handle, new Request('http://site/api/revalidate', message))).status;
  return { purged, send };
};

test('a signed message purges its tags once', async () => {
  const { purged, send } = openWebhook();
  const message = toSignedRequest(['faq', 'event:nordic-domain-days']);

  expect(await send(message)).toBe(200);
  expect(await send(message)).toBe(409);
  expect(purged).toEqual([['faq', 'event:nordic-domain-days']]);
});

test('an asterisk purges everything', async () => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest(['faq', '*']))).toBe(200);
  expect(purged).toEqual([null]);
});

// All other reasons: signed-messages.test.ts.
test('a message that is not signed, or signed with another secret, purges nothing', async () => {
  const { purged, send } = openWebhook();

  expect(await send({ method: 'POST', body: toSignedRequest(['faq']).body })).toBe(403);
  expect(await send(toSignedRequest(['faq'], { secret: 'another secret here' }))).toBe(403);
  expect(purged).toEqual([]);
});

test.each([
  ['that is empty', '', 400],
  ['without a tag', '{"tags":[]}', 400],
  ['with a tag that is not a text', '{"tags":[1]}', 400],
  ['with a line break in a tag', '{"tags":["a\\nb"]}', 400],
  ['with a tag of 300 characters', `{"tags":["${'x'.repeat(300)}"]}`, 400],
  ['over 64 KB', 'x'.repeat(70_000), 413],
])('a body %s is rejected', async (_, body, status) => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest([], { body }))).toBe(status);
  expect(purged).toEqual([]);
});

test('the webhook accepts POST only, and does not exist without a secret', async () => {
  expect(await openWebhook().send({ method: 'GET' })).toBe(405);
  expect(await openWebhook(null).send(toSignedRequest(['faq']))).toBe(404);
});
