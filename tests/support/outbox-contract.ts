import { expect, test, vi } from 'vitest';
import type { DeliveryOutcome, Outbox, OutboxEntry, OutboxOptions } from '../../src/mail/outbox.ts';
import { countMailEvents } from './mail-events.ts';

const DAY_MS = 86_400_000;

export const entry = (number: number): OutboxEntry => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  reference: 'P-0000-0000',
  acceptedAt: Date.now(),
  mail: { route: 'contact', visitor: { address: 'a@b.test' }, subject: 's', text: 't', html: 'h', attachments: [] },
});

export const FAILED: DeliveryOutcome = { status: 'failed', reason: 'ECONNECTION' };
const REJECTED: DeliveryOutcome = { status: 'rejected', reason: 'EENVELOPE 550' };
const DELIVERED: DeliveryOutcome = { status: 'delivered' };

/** An outbox that is stopped when the test ends, and what an operator can do with its dead letters. */
export type OpenedOutbox = {
  readonly outbox: Outbox;
  readonly readDead: (id: string) => Promise<unknown>;
  readonly retryDead: (id: string) => Promise<void>;
};

type OpenOutbox = (options: OutboxOptions) => Promise<OpenedOutbox>;

/** An outbox whose first attempts have these outcomes, in this order; all further attempts have the last one. */
const openWith = async (open: OpenOutbox, outcomes: readonly DeliveryOutcome[], firstRetryMs = 1) => {
  const attempts: OutboxEntry[] = [];
  const opened = await open({
    deliver: async (mail) => {
      attempts.push(mail);
      return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? DELIVERED;
    },
    retentionDays: 30,
    firstRetryMs,
  });
  return { ...opened, attempts, events: await countMailEvents() };
};

/** The contract of every outbox, wherever it stores its mail. */
export const testOutboxContract = (open: OpenOutbox): void => {
  test('an entry is found before and after its delivery, and putting it again changes nothing', async () => {
    const { outbox, attempts, events } = await openWith(open, [DELIVERED]);
    expect(await outbox.has(entry(1).id)).toBe(false);

    await outbox.put(entry(1));
    expect(await outbox.has(entry(1).id)).toBe(true);
    await outbox.put(entry(1));
    await outbox.start();
    await expect.poll(events).toMatchObject({ delivered: 1 });
    await outbox.put(entry(1));

    expect(await outbox.has(entry(1).id)).toBe(true);
    expect(attempts).toHaveLength(1);
  });

  test('a failed delivery is retried until it succeeds', async () => {
    const { outbox, attempts, events } = await openWith(open, [FAILED, FAILED, DELIVERED]);
    await outbox.put(entry(1));
    await outbox.start();

    await expect.poll(events).toMatchObject({ failed: 2, delivered: 1 });
    expect(attempts).toHaveLength(3);
    await expect.poll(() => outbox.health()).toMatchObject({ pending: 0, sending: 0, dead: 0 });
  });

  test('a mail is still delivered soon if the clock was a day ahead when an attempt failed', async () => {
    const { outbox, events } = await openWith(open, [FAILED, DELIVERED]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    await outbox.put(entry(1));
    await outbox.start();
    await expect.poll(events).toMatchObject({ failed: 1 });
    await outbox.stop(10_000);
    vi.useRealTimers();

    await outbox.start();
    await expect.poll(events).toMatchObject({ delivered: 1 });
  });

  test('an email that the relay rejects permanently becomes a dead letter after one attempt', async () => {
    const { outbox, attempts, events } = await openWith(open, [REJECTED]);
    await outbox.put(entry(1));
    await outbox.start();

    await expect.poll(events).toMatchObject({ failed: 0, dead: 1 });
    await expect.poll(() => outbox.health()).toMatchObject({ pending: 0, dead: 1 });
    expect(await outbox.has(entry(1).id)).toBe(true);
    expect(attempts).toHaveLength(1);
  });

  test('a dead letter that the operator retries is attempted again and again, however old it is', async () => {
    const failures = Array.from({ length: 40 }, () => FAILED);
    const { outbox, events, retryDead } = await openWith(open, [REJECTED, ...failures, DELIVERED], 0);
    await outbox.put({ ...entry(1), acceptedAt: Date.now() - 7 * DAY_MS });
    await outbox.start();
    await expect.poll(events).toMatchObject({ failed: 0, dead: 1 });
    await expect.poll(() => outbox.health()).toMatchObject({ pending: 0, dead: 1 });

    await retryDead(entry(1).id);

    await expect.poll(events).toMatchObject({ failed: 40, dead: 1, delivered: 1 });
    await expect.poll(() => outbox.health()).toMatchObject({ pending: 0, dead: 0 });
  });

  test('a mail can be put in the quarantine, is not sent from there, and leaves it when it is put again', async () => {
    const { outbox, attempts, events } = await openWith(open, [DELIVERED]);
    await outbox.put(entry(1), 'quarantined');
    await outbox.put(entry(2));
    await outbox.start();
    await expect.poll(events).toMatchObject({ delivered: 1 });
    expect(await outbox.has(entry(1).id)).toBe(false);
    expect(await outbox.health()).toMatchObject({ quarantined: 1 });
    expect(attempts.map(({ id }) => id)).toEqual([entry(2).id]);

    await outbox.put(entry(1));
    await expect.poll(events).toMatchObject({ delivered: 2 });
  });

  test("the relay's response for each recipient is stored, and a dead letter forgets who was rejected", async () => {
    const answered = { delivered: ['a@site.test'], refused: { 'b@site.test': 'EENVELOPE 550' } };
    const deferred: DeliveryOutcome = { status: 'failed', reason: 'EENVELOPE 451', answered };
    const { outbox, attempts, events, readDead } = await openWith(open, [deferred, REJECTED]);
    await outbox.put(entry(1));
    await outbox.start();

    await expect.poll(events).toMatchObject({ failed: 1, dead: 1 });
    expect(attempts.map((attempt) => attempt.answered)).toEqual([undefined, answered]);
    await expect
      .poll(() => readDead(entry(1).id))
      .toMatchObject({ id: entry(1).id, answered: { delivered: ['a@site.test'], refused: {} } });
  });

  test('the health report counts pending mail and contains the age of the oldest', async () => {
    const { outbox } = await openWith(open, []);
    vi.useFakeTimers({ toFake: ['Date'] });
    await outbox.put({ ...entry(1), acceptedAt: Date.now() - 90_000 });
    await outbox.put(entry(2));

    expect(await outbox.health()).toEqual({
      pending: 2,
      sending: 0,
      dead: 0,
      quarantined: 0,
      oldestPendingS: 90,
      writable: true,
    });
  });
};
