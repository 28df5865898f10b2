import { expect, test } from 'vitest';
import { registry } from '../../../src/framework/metrics-registry.ts';
import { defineOutboxMetrics } from '../../../src/mail/metrics.ts';

test('the metrics show the health of the outbox', async () => {
  const health = { pending: 3, sending: 1, dead: 2, quarantined: 4, oldestPendingS: 60, writable: true };
  defineOutboxMetrics(async () => health);

  const text = await registry.metrics();

  for (const [state, count] of [
    ['pending', 3],
    ['sending', 1],
    ['dead', 2],
    ['quarantined', 4],
  ]) {
    expect(text).toContain(`mail_outbox_messages{state="${state}"} ${count}\n`);
  }
  expect(text).toContain('mail_outbox_oldest_pending_seconds 60\n');
  expect(text).toContain('mail_outbox_writable 1\n');
});
