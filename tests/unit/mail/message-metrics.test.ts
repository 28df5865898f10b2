import { expect, test } from 'vitest';
import { registry } from '../../../src/framework/metrics-registry.ts';
import { countMessage } from '../../../src/mail/message-metrics.ts';

test('the metrics count messages by event, including events that have not happened', async () => {
  countMessage('accepted');
  countMessage('accepted');

  const text = await registry.metrics();

  expect(text).toContain('mail_messages_total{event="accepted"} 2\n');
  expect(text).toContain('mail_messages_total{event="rejected"} 0\n');
});
