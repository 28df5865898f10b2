import 'server-only';
import { defineCounter, defineGauge } from '../framework/shared.ts';

/**
 * `quarantined`: messages with a filled honeypot; `invalid`: messages with invalid fields; `rejected`: messages
 * rejected for another reason, such as a rate limit; `failed`: delivery attempts that will be retried.
 */
const EVENTS = ['accepted', 'repeated', 'quarantined', 'invalid', 'rejected', 'delivered', 'failed', 'dead'] as const;

const messages = defineCounter({ name: 'mail_messages_total', help: 'Messages by event.', labelNames: ['event'] });
for (const event of EVENTS) messages.inc({ event }, 0);

export const countMessage = (event: (typeof EVENTS)[number]): void => messages.inc({ event });

export type OutboxHealth = {
  /** Accepted and not delivered, including `sending`. */
  readonly pending: number;
  /** Being sent. A mail that is being sent for minutes is stuck. */
  readonly sending: number;
  /** Dead letters, which wait for the operator. */
  readonly dead: number;
  /** Messages with a filled honeypot on this machine. */
  readonly quarantined: number;
  /** The age of the oldest pending mail in seconds. */
  readonly oldestPendingS: number;
  readonly writable: boolean;
};

/** Defines the metrics of this process's outbox. To be called once. */
export const defineOutboxMetrics = (health: () => Promise<OutboxHealth>): void => {
  defineGauge({
    name: 'mail_outbox_messages',
    help: 'Messages by state: pending (not delivered yet), sending (pending, and an attempt is running), dead and quarantined (both wait for the operator).',
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
