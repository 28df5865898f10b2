import { beforeEach, expect, test, vi } from 'vitest';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { SECRET, signMessage } from '../../../support/revalidation.ts';

const NOW = 1_800_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 });
});

const openVerifier = ({ prefix = '', isFirst = true } = {}) => {
  const verify = createMessageVerifier(async () => isFirst);
  return async (message: ReturnType<typeof signMessage>) =>
    (await verify(message, SECRET, prefix))?.status ?? 'accepted';
};

test('a signed message is accepted once, and so is another one with the same time stamp', async () => {
  const verify = openVerifier();
  const message = signMessage('{"a":1}');

  expect(await verify(message)).toBe('accepted');
  expect(await verify(message)).toBe(409);
  expect(await verify(signMessage('{"a":2}'))).toBe('accepted');
});

test.each([
  [NOW - 300, 'accepted'],
  [NOW + 300, 'accepted'],
  [NOW - 301, 403],
  [NOW + 301, 403],
  [Number.NaN, 403],
])('five minutes around its time stamp a message is accepted: %i gets %s', async (timestamp, result) => {
  expect(await openVerifier()(signMessage('a', { timestamp }))).toBe(result);
});

test('a changed body, time stamp, prefix or signature is rejected', async () => {
  const message = signMessage('{"a":1}');

  expect(await openVerifier()({ ...message, body: '{"a":2}' })).toBe(403);
  expect(await openVerifier()({ ...message, timestamp: String(NOW + 1) })).toBe(403);
  expect(await openVerifier()({ ...message, signature: 'sha256=' })).toBe(403);
  expect(await openVerifier()({ ...message, signature: '' })).toBe(403);
  expect(await openVerifier({ prefix: 'other.' })(message)).toBe(403);
  expect(await openVerifier({ prefix: 'other.' })(signMessage('a', { prefix: 'other.' }))).toBe('accepted');
});

test('a message that another instance has seen is rejected', async () => {
  expect(await openVerifier({ isFirst: false })(signMessage('a'))).toBe(409);
});
