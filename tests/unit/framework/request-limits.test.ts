import { expect, test } from 'vitest';
import { createRequestLimits, type SharePoints } from '../../../src/framework/server/request-limits.ts';

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

const takeMany = (limits: ReturnType<typeof createRequestLimits>, address: string, count: number) =>
  Array.from({ length: count }, () => limits.take(address));

test('an address has so many requests a minute, and is told how long to wait for more', () => {
  const { now, pass } = createClock();
  const limits = createRequestLimits({ perMinute: 20, now });

  expect(takeMany(limits, READER, 20)).toEqual(Array.from({ length: 20 }, () => null));
  pass(12_500);
  expect(limits.take(READER)).toBe(48);
  expect(limits.take('198.51.100.8')).toBeNull();
  pass(47_500);
  expect(limits.take(READER)).toBeNull();
});

test('an IPv6 network of one subscriber counts as one', () => {
  const { now } = createClock();
  const limits = createRequestLimits({ perMinute: 2, now });

  expect(['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:1::3', '2001:db8:0:2::1'].map(limits.take)).toEqual([
    null,
    null,
    60,
    null,
  ]);
});

test.each(['127.0.0.1', '10.1.2.3', '172.20.0.4', '192.168.1.1', '::1', 'fd00::1'])(
  '%s is nobody from the internet, and not limited',
  (address) => {
    const limits = createRequestLimits({ perMinute: 1 });

    expect(takeMany(limits, address, 5)).toEqual([null, null, null, null, null]);
  },
);

test('without a limit nothing is counted', () => {
  expect(takeMany(createRequestLimits({ perMinute: 0 }), READER, 5)).toEqual([null, null, null, null, null]);
});

test('strangers who change their address do not fill the memory, and drive nobody out who asks now', () => {
  const limits = createRequestLimits({ perMinute: 2 });
  for (let at = 0; at < 50_000; at += 1) limits.take(`198.${at % 100}.${Math.floor(at / 100) % 250}.${at % 250}`);

  expect(takeMany(limits, READER, 3)).toEqual([null, null, expect.any(Number)]);
});

test('the others are told of a tenth of the limit at a time, and what they say holds here', async () => {
  const told: number[] = [];
  const share: SharePoints = async (_, points) => {
    told.push(points);
    return told.length === 2 ? 30_000 : 0;
  };
  const { now } = createClock();
  const limits = createRequestLimits({ perMinute: 100, share: () => share, now });

  expect(takeMany(limits, READER, 19)).toEqual(Array.from({ length: 19 }, () => null));
  expect(told).toEqual([10]);
  expect(limits.take(READER)).toBeNull();
  await Promise.resolve();
  await Promise.resolve();
  expect(limits.take(READER)).toBe(30);
});
