import 'server-only';
import { defineCounter, defineGauge } from '../framework/metrics-registry.ts';
import type { OutboxHealth } from './outbox.ts';

/** `quarantined`: messages with a filled honeypot; `refused`: rejected messages; `failed`: delivery attempts that will be retried. */
const EVENTS = {
  accepted: 0,
  repeated: 0,
  quarantined: 0,
  invalid: 0,
  refused: 0,
  delivered: 0,
  failed: 0,
  dead: 0,
};

export type MailCounter = keyof typeof EVENTS;

export type MailMetrics = {
  readonly count: (name: MailCounter) => void;
  /** The counts since the process started. */
  readonly read: () => Readonly<Record<MailCounter, number>>;
};

export const createMailMetrics = (): MailMetrics => {
  const counters = { ...EVENTS };
  return {
    count: (name) => {
      counters[name] += 1;
    },
    read: () => ({ ...counters }),
  };
};

/** Defines the metrics of the one mail service of a process. */
export const defineMailMetrics = (
  read: MailMetrics['read'],
  health: () => Promise<OutboxHealth & { readonly quarantined: number }>,
): void => {
  defineCounter({
    name: 'mail_messages_total',
    help: 'Messages by event.',
    labelNames: ['event'],
    collect() {
      this.reset();
      for (const [event, count] of Object.entries(read())) this.inc({ event }, count);
    },
  });
  defineGauge({
    name: 'mail_outbox_messages',
    help: 'Messages by state: pending (not delivered yet), sending (pending and leased for an attempt), dead and quarantined (both wait for the operator).',
    labelNames: ['state'],
    async collect() {
      const { pending, sending, dead, quarantined } = await health();
      for (const [state, count] of Object.entries({ pending, sending, dead, quarantined })) this.set({ state }, count);
    },
  });
  defineGauge({
    name: 'mail_outbox_oldest_pending_seconds',
    help: 'Age of the oldest message that is not delivered.',
    async collect() {
      this.set((await health()).oldestPendingS);
    },
  });
  defineGauge({
    name: 'mail_outbox_writable',
    help: 'Whether a message could be accepted now.',
    async collect() {
      this.set(Number((await health()).writable));
    },
  });
};
