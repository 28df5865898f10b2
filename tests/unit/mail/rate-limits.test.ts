import { expect, test } from 'vitest';
import { createRateLimits, type Limit, type Limits } from '../../../src/mail/rate-limits.ts';

const limit = (points: number): Limit => ({ points, perS: 600 });
const MANY = limit(1_000);

const createLimits = (changes: Partial<Limits>) =>
  createRateLimits(null, {
    calls: MANY,
    address: MANY,
    unverifiedAddress: MANY,
    total: MANY,
    unverifiedTotal: MANY,
    confirmations: MANY,
    receipts: MANY,
    ...changes,
  });

/** The seconds to wait. */
const WAIT = expect.any(Number);

test('reserved points are for networks that have sent nothing within the window', async () => {
  const limits = createLimits({ total: { ...limit(3), reserved: 1 } });
  const send = async (address: string) => {
    const waitS = await limits.takeShared('total', address);
    if (waitS === null) await limits.noteSender(address);
    return waitS;
  };

  expect(await send('2001:db8:1:100::1')).toBeNull();
  expect(await send('2001:db8:1:101::1')).toBeNull();
  expect(await send('2001:db8:1:102::1')).toEqual(WAIT);
  expect(await send('198.51.100.7')).toBeNull();
  expect(await send('198.51.100.8')).toEqual(WAIT);
});

test('a network whose message was rejected still counts as one that has sent nothing', async () => {
  const limits = createLimits({ total: { ...limit(2), reserved: 1 } });

  expect(await limits.takeShared('total', '198.51.100.1')).toBeNull();
  expect(await limits.takeShared('total', '198.51.100.1')).toBeNull();
});
