import { beforeAll, expect, test, vi } from 'vitest';
import { createRevalidationWebhook } from '../../../../src/framework/endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { SECRET, toSignedRequest } from '../../../support/revalidation.ts';

const NOW = 1_800_000_000;

beforeAll(() => {
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

test('a signed message purges its tags once', async () => {
  const { purged, send } = openWebhook();
  const message = toSignedRequest(['faq', 'event:nordic-domain-days'], { timestamp: NOW - 10 });

  expect(await send(message)).toBe(200);
  expect(await send(message)).toBe(409);
  expect(purged).toEqual([['faq', 'event:nordic-domain-days']]);
});

test('two messages with the same tags in one second are both accepted', async () => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest(['faq'], { timestamp: NOW }))).toBe(200);
  expect(await send(toSignedRequest(['faq'], { timestamp: NOW }))).toBe(200);
  expect(purged).toEqual([['faq'], ['faq']]);
});

test('an asterisk purges everything', async () => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest(['faq', '*'], { timestamp: NOW }))).toBe(200);
  expect(purged).toEqual([null]);
});

test('a message with a wrong, empty or missing signature purges nothing', async () => {
  const { purged, send } = openWebhook();
  const good = toSignedRequest(['faq'], { timestamp: NOW });

  expect(await send(toSignedRequest(['faq'], { timestamp: NOW, secret: 'another secret here' }))).toBe(403);
  expect(await send({ ...good, body: JSON.stringify({ tags: ['posts'] }) })).toBe(403);
  expect(await send({ ...good, headers: { ...good.headers, 'x-timestamp': String(NOW + 1) } })).toBe(403);
  expect(await send({ method: 'POST', body: good.body })).toBe(403);
  expect(await send({ ...good, headers: { ...good.headers, 'x-signature': 'sha256=' } })).toBe(403);
  expect(purged).toEqual([]);
});

test.each([NOW - 301, NOW + 301, Number.NaN])('a message with the time stamp %s is rejected', async (timestamp) => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest(['faq'], { timestamp }))).toBe(403);
  expect(purged).toEqual([]);
});

test.each([
  '',
  '[]',
  '{"tags":[]}',
  '{"tags":"faq"}',
  '{"tags":[1]}',
  '{"tags":["a\\nb"]}',
  `{"tags":["${'x'.repeat(300)}"]}`,
])('the body %s is rejected', async (body) => {
  const { purged, send } = openWebhook();

  expect(await send(toSignedRequest([], { timestamp: NOW, body }))).toBe(400);
  expect(purged).toEqual([]);
});

test('a body over 64 KB is rejected', async () => {
  const { send } = openWebhook();

  expect(await send(toSignedRequest([], { timestamp: NOW, body: 'x'.repeat(70_000) }))).toBe(413);
});

test('a message that another instance has accepted is rejected', async () => {
  const { purged, send } = openWebhook({ isFirst: false });

  expect(await send(toSignedRequest(['faq'], { timestamp: NOW }))).toBe(409);
  expect(purged).toEqual([]);
});

test('the webhook accepts POST only, and does not exist without a secret', async () => {
  expect(await openWebhook().send({ method: 'GET' })).toBe(405);
  expect(await openWebhook({ secret: null }).send(toSignedRequest(['faq'], { timestamp: NOW }))).toBe(404);
});
