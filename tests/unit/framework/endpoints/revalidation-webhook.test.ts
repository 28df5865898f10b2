import { beforeEach, expect, test, vi } from 'vitest';
import { createRevalidationWebhook } from '../../../../src/framework/endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { SECRET, toSignedRequest } from '../../../support/revalidation.ts';

const NOW = 1_800_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 });
});

const openWebhook = ({ secret = SECRET, isFirst = true }: { secret?: string | null; isFirst?: boolean } = {}) => {
  const purged: (readonly string[] | null)[] = [];
  const handle = createRevalidationWebhook({
    secret,
    purge: async (tags) => {
      purged.push(tags);
    },
    verify: createMessageVerifier(async () => isFirst),
  });
  const send = async (message: RequestInit): Promise<number> =>
    (await handleRequest(handle, new Request('http://site/api/revalidate', message))).status;
  return { purged, send };
};

test('a signed message purges its tags once on all instances, and another one with the same tags does so, too', async () => {
  const { purged, send } = openWebhook();
  const message = toSignedRequest(['faq', 'event:nordic-domain-days']);

  expect(await send(message)).toBe(200);
  expect(await send(message)).toBe(409);
  expect(await openWebhook({ isFirst: false }).send(message), 'of another instance').toBe(409);
  expect(purged).toEqual([['faq', 'event:nordic-domain-days']]);
  expect(await send(toSignedRequest(['faq', 'event:nordic-domain-days']))).toBe(200);
});

test('an asterisk purges everything', async () => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest(['faq', '*']))).toBe(200);
  expect(purged).toEqual([null]);
});

test.each([
  [NOW - 300, 200],
  [NOW + 300, 200],
  [NOW - 301, 403],
  [NOW + 301, 403],
  [Number.NaN, 403],
])('five minutes around its time stamp a message is accepted: %i gets %s', async (timestamp, status) => {
  expect(await openWebhook().send(toSignedRequest(['faq'], { timestamp }))).toBe(status);
});

test('a message whose body, time stamp, signature, prefix or secret is another one purges nothing', async () => {
  const { purged, send } = openWebhook();
  const message = toSignedRequest(['faq']);

  for (const changed of [
    { ...message, body: toSignedRequest(['faq']).body },
    { ...message, headers: { ...message.headers, 'x-timestamp': String(NOW + 1) } },
    { ...message, headers: { ...message.headers, 'x-signature': 'sha256=' } },
    { ...message, headers: {} },
    toSignedRequest(['faq'], { prefix: 'connection.' }),
    toSignedRequest(['faq'], { secret: 'another secret here' }),
  ])
    expect(await send(changed)).toBe(403);
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
  expect(await openWebhook({ secret: null }).send(toSignedRequest(['faq']))).toBe(404);
});
