import { expect, test } from 'vitest';
import { attemptDelivery, retryDelayMs } from '../../../src/mail/outbox.ts';
import { entry, FAILED, REJECTED } from '../../support/outbox-contract.ts';

const DAY_MS = 86_400_000;

const failing = { deliver: async () => FAILED };

test('the back-off doubles from 15 seconds to at most 30 minutes, with a jitter of ±25 %', () => {
  const seconds = [1, 2, 3, 4, 7, 8, 1_000].map((failures) => retryDelayMs(failures, undefined, 0.5) / 1000);

  expect(seconds).toEqual([15, 30, 60, 120, 960, 1_800, 1_800]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([11_250, 18_750]);
});

test.each([
  ['six days, but few failures', 'pending', 3, 6 * DAY_MS],
  ['thirty failures, but four days', 'pending', 40, 4 * DAY_MS],
  ['five days and thirty failures', 'dead', 29, 5 * DAY_MS + 1],
])('after %s, a mail is %s', async (_case, state, failures, ageMs) => {
  const old = { ...entry(1), acceptedAt: Date.now() - ageMs };

  expect(await attemptDelivery(old, failures, failing)).toMatchObject({ state, reason: 'ECONNECTION' });
});

test('a dead letter is stored without its rejections, but with the recipients that have the mail', async () => {
  const answered = { delivered: ['a@site.test'], refused: { 'b@site.test': 'EENVELOPE 550' } };
  const partly = { ...entry(1), answered };

  expect(await attemptDelivery(partly, 3, { deliver: async () => REJECTED })).toEqual({
    state: 'dead',
    reason: 'EENVELOPE 550',
    entry: { ...partly, answered: { delivered: ['a@site.test'], refused: {} } },
  });
});
