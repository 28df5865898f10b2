import { expect, test } from 'vitest';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';

const MEGABYTE = 1024 * 1024;
const toPayload = (version: string, length = 100) => ({ version, text: version.slice(0, 1).repeat(length) });

test('a payload is read as text and as an immutable response', async () => {
  const store = createRscPayloadStore({ 'x-content-type-options': 'nosniff' });
  store.add({ version: 'a', text: '0:"ü"\n' }, { isLongLived: true });

  expect(store.readText('a')).toBe('0:"ü"\n');
  const response = store.readResponse('a');
  expect(Buffer.from(response?.bytes ?? '').toString()).toBe('0:"ü"\n');
  expect(response?.headers).toMatchObject({
    'content-type': 'text/x-component; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('an unknown version has no text and no response', async () => {
  const store = createRscPayloadStore({ 'x-content-type-options': 'nosniff' });

  expect(store.readText('a')).toBeNull();
  expect(store.readResponse('a')).toBeNull();
});

test('all requests for a payload share one response, and so its encoded variants', () => {
  const store = createRscPayloadStore({ 'x-content-type-options': 'nosniff' });
  store.add(toPayload('a'), { isLongLived: false });

  expect(store.readResponse('a')).toBe(store.readResponse('a'));
});

test('payloads of documents for one client evict each other, but not those of cached documents', () => {
  const store = createRscPayloadStore({ 'x-content-type-options': 'nosniff' });
  store.add(toPayload('cached'), { isLongLived: true });
  for (let number = 0; number < 10; number += 1) store.add(toPayload(`x${number}`, MEGABYTE), { isLongLived: false });

  expect(store.readText('x0')).toBeNull();
  expect(store.readText('x9')).not.toBeNull();
  expect(store.readText('cached')).not.toBeNull();
});
