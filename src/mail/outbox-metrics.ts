import 'server-only';
import { defineGauge } from '../framework/shared.ts';
import type { OutboxHealth } from './outbox.ts';

/** Defines the metrics of this process's outbox. To be called once. */
export const defineOutboxMetrics = (health: () => Promise<OutboxHealth & { readonly quarantined: number }>): void => {
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
