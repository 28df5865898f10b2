import * as z from 'zod/mini';
import type { Choice } from '../../forms/choice.ts';
import { choice, emailAddress, line, lines, optionalLine, optionalNumber } from '../../forms/field-schemas.ts';
import { defineMessage } from '../../forms/message.ts';

export const TOPICS = [
  { value: 'sales', label: 'Sales, new account' },
  { value: 'support', label: 'Support' },
  { value: 'payments', label: 'Payments' },
  { value: 'abuse', label: 'Abuse or trademark' },
  { value: 'press', label: 'Press' },
] as const satisfies readonly Choice[];

const ContactFields = z.object({
  name: line('Please enter your name.', { max: 100 }),
  email: emailAddress('Please enter your email address.'),
  topic: choice(TOPICS, 'Please choose a topic.'),
  company: optionalLine({ max: 120 }),
  domainCount: optionalNumber({ min: 0, max: 100_000_000 }),
  message: lines('Please write your message.', { min: 10, max: 5_000 }),
});

export type Contact = z.output<typeof ContactFields>;

export const contactMessage = defineMessage({ kind: 'contact', path: '/contact', schema: ContactFields });
