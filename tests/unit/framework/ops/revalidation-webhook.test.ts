import { expect, test } from 'vitest';
import { createRevalidationWebhook } from '../../../../src/framework/ops/revalidation-webhook.ts';
import { revalidation, SECRET } from '../../../support/revalidation.ts';

const NOW = 1_800_000_000;

const open = (options: { secret?: string | null; isFirst?: () => Promise<boolean> } = {}) => {
  const purged: (readonly string[] | null)[] = [];
  const answer = createRevalidationWebhook({
    secret: SECRET,
    purge: async (tags) => {
      purged.push(tags);
    },
    isFirst: async () => true,
    now: () => NOW,
    ...options,
  });
  const send = async (message: RequestInit): Promise<number> =>
    (await answer(new Request('http://site/api/revalidate', message))).status;
  return { purged, send };
};

test('what WordPress signs is purged, once', async () => {
  const { purged, send } = open();
  const message = revalidation(['faq', 'event:nordic-domain-days'], { timestamp: NOW - 10 });

  expect(await send(message)).toBe(200);
  expect(await send(message)).toBe(409);
  expect(purged).toEqual([['faq', 'event:nordic-domain-days']]);
});

test('two changes of the same content in one second count both', async () => {
  const { purged, send } = open();

  expect(await send(revalidation(['faq'], { timestamp: NOW }))).toBe(200);
  expect(await send(revalidation(['faq'], { timestamp: NOW }))).toBe(200);
  expect(purged).toEqual([['faq'], ['faq']]);
});

test('an asterisk is everything', async () => {
  const { purged, send } = open();

  expect(await send(revalidation(['faq', '*'], { timestamp: NOW }))).toBe(200);
  expect(purged).toEqual([null]);
});

test('without the secret, with another body or time than was signed, nothing is purged', async () => {
  const { purged, send } = open();
  const good = revalidation(['faq'], { timestamp: NOW });

  expect(await send(revalidation(['faq'], { timestamp: NOW, secret: 'another secret here' }))).toBe(403);
  expect(await send({ ...good, body: JSON.stringify({ tags: ['posts'] }) })).toBe(403);
  expect(await send({ ...good, headers: { ...good.headers, 'x-timestamp': String(NOW + 1) } })).toBe(403);
  expect(await send({ method: 'POST', body: good.body })).toBe(403);
  expect(await send({ ...good, headers: { ...good.headers, 'x-signature': 'sha256=' } })).toBe(403);
  expect(purged).toEqual([]);
});

test.each([NOW - 301, NOW + 301, Number.NaN])(
  'a message of the time %s comes too late or too early',
  async (timestamp) => {
    const { purged, send } = open();

    expect(await send(revalidation(['faq'], { timestamp }))).toBe(403);
    expect(purged).toEqual([]);
  },
);

test.each([
  '',
  '[]',
  '{"tags":[]}',
  '{"tags":"faq"}',
  '{"tags":[1]}',
  '{"tags":["a\\nb"]}',
  `{"tags":["${'x'.repeat(300)}"]}`,
])('a body %s is refused', async (body) => {
  const { purged, send } = open();

  expect(await send(revalidation([], { timestamp: NOW, body }))).toBe(400);
  expect(purged).toEqual([]);
});

test('a body over 64 KB is not read', async () => {
  const { send } = open();

  expect(await send(revalidation([], { timestamp: NOW, body: 'x'.repeat(70_000) }))).toBe(413);
});

test('what another instance has taken is not taken again', async () => {
  const { purged, send } = open({ isFirst: async () => false });

  expect(await send(revalidation(['faq'], { timestamp: NOW }))).toBe(409);
  expect(purged).toEqual([]);
});

test('it is read by POST alone, and is not there without a secret', async () => {
  expect(await open().send({ method: 'GET' })).toBe(405);
  expect(await open({ secret: null }).send(revalidation(['faq'], { timestamp: NOW }))).toBe(404);
});
