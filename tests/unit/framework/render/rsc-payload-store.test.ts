import { expect, test } from 'vitest';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';

const MEGABYTE = 1024 * 1024;
const toPayload = (version: string, length = 100) => ({ version, text: version.slice(0, 1).repeat(length) });

/** The store of a site without Redis. With a real one: tests/contract/page-cache-redis.test.ts. */
const createStore = () => createRscPayloadStore({ redis: () => null, keyPrefix: 'site' });

test('a payload is read as an immutable response, and an unknown version has none', async () => {
  const store = createStore();
  expect(await store.readResponse('a')).toBeNull();
  store.add({ version: 'a', text: '0:"ü"\n' }, { isLongLived: true });

  const response = await store.readResponse('a');
  expect(Buffer.from(response?.bytes ?? '').toString()).toBe('0:"ü"\n');
  expect(response?.headers).toMatchObject({
    'content-type': 'text/x-component; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('all requests for a payload share one response, and so its encoded variants', async () => {
  const store = createStore();
  store.add(toPayload('a'), { isLongLived: false });

  expect(await store.readResponse('a')).toBe(await store.readResponse('a'));
});

test('the payload of a page that is rendered again without a change is kept for longer than others', async () => {
  const store = createStore();
  for (const version of ['a', 'b', 'c', 'a', 'd']) store.add(toPayload(version, MEGABYTE), { isLongLived: false });

  expect(await store.readResponse('a')).not.toBeNull();
  expect(await store.readResponse('b')).toBeNull();
});

test('payloads of documents for one client evict each other, but not those of cached documents', async () => {
  const store = createStore();
  store.add(toPayload('cached'), { isLongLived: true });
  for (let number = 0; number < 10; number += 1) store.add(toPayload(`x${number}`, MEGABYTE), { isLongLived: false });

  expect(await store.readResponse('x0')).toBeNull();
  expect(await store.readResponse('x9')).not.toBeNull();
  expect(await store.readResponse('cached')).not.toBeNull();
});
