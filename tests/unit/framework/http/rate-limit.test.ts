import { expect, test } from 'vitest';
import { createRateLimiter, type SharedPoints } from '../../../../src/framework/http/rate-limit.ts';

const READER = '198.51.100.7';

const createClock = () => {
  let ms = 0;
  return {
    now: () => ms,
    pass: (passed: number) => {
      ms += passed;
    },
  };
};

type Limits = ReturnType<typeof createRateLimiter>;

const takeMany = (limits: Pick<Limits, 'take'>, address: string, count: number) =>
  Array.from({ length: count }, () => limits.take(address));

/** How many requests in a row pass. */
const countPassed = (take: () => number | null, atMost = 10_000): number => {
  let passed = 0;
  while (passed < atMost && take() === null) passed += 1;
  return passed;
};

test('a client may send a tenth of its requests per minute at once, then as many as the rate gives', () => {
  const { now, pass } = createClock();
  const limits = createRateLimiter({ perMinute: 3_000, now });

  expect(countPassed(() => limits.take(READER))).toBe(300);
  expect(limits.take(READER)).toBe(1);
  expect(limits.take('198.51.100.8')).toBeNull();
  pass(1_000);
  expect(countPassed(() => limits.take(READER))).toBe(50);
  pass(60_000);
  expect(countPassed(() => limits.take(READER))).toBe(300);
});

test('a client at the sustained rate is never rejected', () => {
  const { now, pass } = createClock();
  const limits = createRateLimiter({ perMinute: 600, now });

  for (let at = 0; at < 2_000; at += 1) {
    expect(limits.take(READER)).toBeNull();
    pass(100);
  }
});

test('renders have a smaller burst and a tenth of the rate, and leave other requests alone', () => {
  const { now, pass } = createClock();
  const limits = createRateLimiter({ perMinute: 3_000, now });

  expect(countPassed(() => limits.takeRender(READER))).toBe(30);
  expect(limits.takeRender(READER)).toBe(1);
  expect(limits.take(READER)).toBeNull();
  pass(2_000);
  expect(countPassed(() => limits.takeRender(READER))).toBe(10);
});

test('a rejected client is told when the next request can pass', () => {
  const { now, pass } = createClock();
  const limits = createRateLimiter({ perMinute: 6, now });
  countPassed(() => limits.take(READER));

  expect(limits.take(READER)).toBe(10);
  pass(9_000);
  expect(limits.take(READER)).toBe(1);
  pass(1_000);
  expect(limits.take(READER)).toBeNull();
});

test('the addresses of a /64 count as one client, a /56 has twice its requests, a /48 four times', () => {
  const { now } = createClock();
  const passedFrom = (address: (at: number) => string) => {
    const limits = createRateLimiter({ perMinute: 300, now });
    let at = 0;
    return countPassed(() => {
      at += 1;
      return limits.take(address(at % 90));
    });
  };

  expect(passedFrom((at) => `2001:db8:0:1::${at}`)).toBe(30);
  expect(passedFrom((at) => `2001:db8:0:1${at.toString().padStart(2, '0')}::1`)).toBe(60);
  expect(passedFrom((at) => `2001:db8:0:${at}00::1`)).toBe(120);
  expect(passedFrom((at) => `2001:db8:${at}::1`)).toBe(90 * 30);
});

test.each(['127.0.0.1', '10.1.2.3', '172.20.0.4', '192.168.1.1', '::1', 'fd00::1'])(
  '%s is an address of the operator, and not limited',
  (address) => {
    const limits = createRateLimiter({ perMinute: 1 });

    expect(countPassed(() => limits.take(address), 100)).toBe(100);
    expect(countPassed(() => limits.takeRender(address), 100)).toBe(100);
  },
);

test('without a limit nothing is counted', () => {
  const limits = createRateLimiter({ perMinute: 0 });

  expect(countPassed(() => limits.take(READER), 100)).toBe(100);
  expect(countPassed(() => limits.takeRender(READER), 100)).toBe(100);
});

test('addresses that are used once do not reset the limit of a client that comes back', () => {
  const { now } = createClock();
  const limits = createRateLimiter({ perMinute: 300, now });
  for (let at = 0; at < 50_000; at += 1) limits.take(`198.${at % 100}.${Math.floor(at / 100) % 250}.${at % 250}`);
  expect(countPassed(() => limits.take(READER))).toBe(30);
  for (let at = 0; at < 50_000; at += 1) limits.take(`197.${at % 100}.${Math.floor(at / 100) % 250}.${at % 250}`);

  expect(limits.take(READER)).toEqual(expect.any(Number));
});

test('usage is shared in steps of a tenth of the limit, and a shared block applies to this instance', async () => {
  const told: number[] = [];
  const share: SharedPoints = async (_, points) => {
    told.push(points);
    return told.length === 2 ? 30_000 : 0;
  };
  const { now, pass } = createClock();
  const limits = createRateLimiter({ perMinute: 100, share: () => share, now });

  expect(takeMany(limits, READER, 19)).not.toContainEqual(expect.any(Number));
  expect(told).toEqual([10]);
  expect(limits.take(READER)).toBeNull();
  await expect.poll(() => limits.take(READER)).toBe(30);
  pass(30_000);
  expect(limits.take(READER)).toBeNull();
});
