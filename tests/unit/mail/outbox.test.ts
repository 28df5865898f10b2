import { expect, test } from 'vitest';
import { retryDelayMs, toAttempt } from '../../../src/mail/outbox.ts';
import { entry, FAILED, REJECTED } from '../../support/outbox-contract.ts';

const DAY_MS = 86_400_000;

test('the back-off doubles from 15 seconds to at most 6 hours, with a jitter of ±25 %', () => {
  const seconds = [1, 2, 3, 4, 10, 11, 12, 1_000].map((attempt) => retryDelayMs(attempt, undefined, 0.5) / 1000);

  expect(seconds).toEqual([15, 30, 60, 120, 7_680, 15_360, 21_600, 21_600]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([11_250, 18_750]);
});

test('failures are counted, and the time of the first one is stored', () => {
  const first = toAttempt(entry(1), FAILED, { now: 1_000 });
  if (first.state !== 'pending') throw new Error(first.state);
  const second = toAttempt(first.entry, FAILED, { now: 2_000, firstRetryMs: 0 });

  expect(first).toMatchObject({ attempts: 1, reason: 'ECONNECTION', isRelayDown: true });
  expect(second).toMatchObject({ attempts: 2, retryMs: 0, entry: { retries: { failures: 2, since: 1_000 } } });
});

test.each([
  ['six days, but few failures', 'pending', { failures: 3, since: Date.now() - 6 * DAY_MS }],
  ['more than thirty failures, but four days', 'pending', { failures: 40, since: Date.now() - 4 * DAY_MS }],
  ['five days and thirty failures', 'dead', { failures: 29, since: Date.now() - 5 * DAY_MS - 1 }],
])('after %s, a mail is %s', (_case, state, retries) => {
  expect(toAttempt({ ...entry(1), retries }, FAILED).state).toBe(state);
});

test('a dead letter is stored without its failures and rejections, but with the recipients that have the mail', () => {
  const answered = { delivered: ['a@site.test'], refused: { 'b@site.test': 'EENVELOPE 550' } };
  const attempt = toAttempt({ ...entry(1), answered, retries: { failures: 3, since: 0 } }, REJECTED);

  expect(attempt.state === 'dead' && attempt.entry).toEqual({
    ...entry(1),
    acceptedAt: expect.any(Number),
    answered: { delivered: ['a@site.test'], refused: {} },
  });
});
