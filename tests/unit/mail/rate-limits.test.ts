import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimits, type Limit, type Limits } from '../../../src/mail/rate-limits.ts';

afterEach(() => vi.useRealTimers());

const limit = (points: number): Limit => ({ points, perS: 600 });
const MANY = limit(1_000);

const createLimits = (changes: Partial<Limits>) =>
  createRateLimits(null, {
    calls: MANY,
    challenges: MANY,
    address: MANY,
    unverifiedAddress: MANY,
    total: MANY,
    unverifiedTotal: MANY,
    confirmations: MANY,
    ...changes,
  });

/** The seconds to wait. */
const WAIT = expect.any(Number);

test('the addresses of an IPv6 /56 share its points', async () => {
  const limits = createLimits({ calls: limit(2) });
  const take = (address: string) => limits.take('calls', address);

  expect([await take('2001:db8:1:100::1'), await take('2001:db8:1:101::1')]).toEqual([null, null]);
  expect(await take('2001:db8:1:102::1')).toEqual(WAIT);
  expect(await take('2001:db8:1:200::1')).toBeNull();
});

test('reserved points are for networks that have sent nothing within the window', async () => {
  const limits = createLimits({ total: { ...limit(3), reserved: 1 } });
  const send = (address: string) => limits.forMessage(address).takeShared('total');

  expect(await send('2001:db8:1:100::1')).toBeNull();
  expect(await send('2001:db8:1:101::1')).toBeNull();
  expect(await send('2001:db8:1:102::1')).toEqual(WAIT);
  expect(await send('198.51.100.7')).toBeNull();
  expect(await send('198.51.100.8')).toEqual(WAIT);
});

test('a network whose message was rejected still counts as one that has sent nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const limits = createLimits({ unverifiedTotal: { ...limit(2), reserved: 1 }, total: limit(2) });
  const send = async (address: string) => {
    const points = limits.forMessage(address);
    return (await points.takeShared('unverifiedTotal')) ?? (await points.takeShared('total'));
  };
  expect([await send('198.51.100.1'), await send('198.51.100.2')]).toEqual([null, null]);
  expect(await send('198.51.100.3')).toEqual(WAIT);

  vi.setSystemTime(Date.now() + 300_000);
  const late = limits.forMessage('198.51.100.4');
  expect(await late.takeShared('unverifiedTotal')).toEqual(WAIT);
  vi.setSystemTime(Date.now() + 301_000);
  expect(await send('198.51.100.1')).toBeNull();
  expect(await send('198.51.100.3')).toBeNull();
});

test('points that are given back can be consumed again', async () => {
  const limits = createLimits({ address: limit(1), total: limit(1) });
  const first = limits.forMessage('2001:db8:1:100::1');
  expect([await first.take('address'), await first.takeShared('total')]).toEqual([null, null]);
  await first.giveBack();

  const second = limits.forMessage('2001:db8:1:100::1');
  expect([await second.take('address'), await second.takeShared('total')]).toEqual([null, null]);
  expect(await limits.forMessage('2001:db8:2::1').takeShared('total')).toEqual(WAIT);
});

test('points of an expired window are not given back to the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const limits = createLimits({ total: limit(1) });
  const first = limits.forMessage('198.51.100.1');
  expect(await first.takeShared('total')).toBeNull();
  vi.setSystemTime(Date.now() + 601_000);
  await first.giveBack();

  expect(await limits.forMessage('198.51.100.2').takeShared('total')).toBeNull();
  expect(await limits.forMessage('198.51.100.3').takeShared('total')).toEqual(WAIT);
});
