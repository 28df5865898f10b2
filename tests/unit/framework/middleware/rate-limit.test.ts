import { beforeEach, expect, test, vi } from 'vitest';
import { createLimiter } from '../../../../src/framework/limiter.ts';
import { createRateLimiter } from '../../../../src/framework/middleware/rate-limit.ts';

const CLIENT = '198.51.100.7';

type Take = () => Promise<number | null>;

/** How many requests in a row are not rejected. */
const countAccepted = async (take: Take, max = 10_000): Promise<number> => {
  let accepted = 0;
  while (accepted < max && (await take()) === null) accepted += 1;
  return accepted;
};

beforeEach(() => {
  vi.useFakeTimers();
});

test.each([
  ['send 300', 'take', 300],
  ['cause 30 renders', 'takeRender', 30],
] as const)('with 3,000 requests per minute, a client may %s at once, ten times per minute', async (_, take, count) => {
  const limits = createRateLimiter(3_000);

  expect(await countAccepted(() => limits[take](CLIENT))).toBe(count);
  expect(await limits[take](CLIENT)).toBe(6);
  expect(await limits[take]('198.51.100.8')).toBeNull();
  vi.advanceTimersByTime(6_000);
  expect(await countAccepted(() => limits[take](CLIENT))).toBe(count);
});

test('a client that sends as many requests as it can is limited to its requests per minute, one at that rate is never rejected', async () => {
  const limits = createRateLimiter(600);
  let accepted = 0;
  for (let second = 0; second < 60; second += 1) {
    accepted += await countAccepted(() => limits.take(CLIENT));
    expect(await countAccepted(() => limits.take('198.51.100.8'), 10)).toBe(10);
    vi.advanceTimersByTime(1_000);
  }

  expect(accepted).toBe(600);
});

test('a client that may cause no more renders may still send requests', async () => {
  const limits = createRateLimiter(3_000);
  await countAccepted(() => limits.takeRender(CLIENT));

  expect(await limits.take(CLIENT)).toBeNull();
});

test('a rejected client is told how many seconds it has to wait', async () => {
  const limits = createRateLimiter(30);
  await countAccepted(() => limits.take(CLIENT));

  expect(await limits.take(CLIENT)).toBe(60);
  vi.advanceTimersByTime(59_000);
  expect(await limits.take(CLIENT)).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await limits.take(CLIENT)).toBeNull();
});

test.each([
  ['a private address', 1, '10.1.2.3'],
  ['any client with zero requests per minute', 0, CLIENT],
])('%s is not limited', async (_, perMinute, address) => {
  const limits = createRateLimiter(perMinute);

  expect(await countAccepted(() => limits.take(address), 100)).toBe(100);
  expect(await countAccepted(() => limits.takeRender(address), 100)).toBe(100);
});

test('a limiter that several instances share also applies', async () => {
  const shared = createLimiter({ points: 3, perS: 60 });
  const limits = createRateLimiter(100, () => shared);

  expect(await countAccepted(() => limits.take(CLIENT))).toBe(3);
  expect(await limits.take(CLIENT)).toBe(60);
});
