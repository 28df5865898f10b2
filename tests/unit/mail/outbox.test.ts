import { expect, test } from 'vitest';
import { attemptDelivery, retryDelayMs } from '../../../src/mail/outbox.ts';
import { entry, FAILED } from '../../support/outbox-contract.ts';

const DAY_MS = 86_400_000;

const failing = { deliver: async () => FAILED };

test('the back-off doubles from 15 seconds to at most 30 minutes, with a jitter of ±25 %', () => {
  const seconds = [1, 2, 3, 4, 7, 8, 1_000].map((failures) => retryDelayMs(failures, undefined, 0.5) / 1000);

  expect(seconds).toEqual([15, 30, 60, 120, 960, 1_800, 1_800]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([11_250, 18_750]);
});

test.each([
  ['its acceptance', 0],
  ['the retry of one that was accepted six days ago', 6 * DAY_MS],
])('a mail becomes a dead letter after five days of failures since %s', async (_case, ageMs) => {
  const mail = { ...entry(1), acceptedAt: Date.now() - ageMs };
  let days = 0;
  let failures = 0;
  while (failures < 1_000 && (await attemptDelivery(mail, failures, failing)).state === 'pending') {
    failures += 1;
    days += retryDelayMs(failures, undefined, 0.5) / DAY_MS;
  }

  expect(days).toBeCloseTo(5, 1);
});
