import 'server-only';
import { defineCounter } from '../framework/shared.ts';

/**
 * `quarantined`: messages with a filled honeypot; `invalid`: messages with invalid fields; `rejected`: messages rejected for another
 * reason, such as a rate limit; `failed`: delivery attempts that will be retried.
 */
const EVENTS = ['accepted', 'repeated', 'quarantined', 'invalid', 'rejected', 'delivered', 'failed', 'dead'] as const;

const messages = defineCounter({ name: 'mail_messages_total', help: 'Messages by event.', labelNames: ['event'] });
for (const event of EVENTS) messages.inc({ event }, 0);

export const countMessage = (event: (typeof EVENTS)[number]): void => messages.inc({ event });
