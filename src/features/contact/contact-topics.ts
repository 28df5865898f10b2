import type { Choice } from '../../forms/field-schemas.ts';

/** The topics of the contact form. The query parameter `topic` of the contact page selects one. */
export const TOPICS = [
  { value: 'account', label: 'New account' },
  { value: 'audit', label: 'Portfolio audit' },
  { value: 'event', label: 'Meeting at an event' },
  { value: 'api', label: 'API key' },
  { value: 'support', label: 'Support' },
  { value: 'payments', label: 'Payments' },
  { value: 'abuse', label: 'Abuse or trademark' },
  { value: 'press', label: 'Press' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly Choice[];

export type Topic = (typeof TOPICS)[number]['value'];

/** The topic with this name; null if there is none. */
export const readTopic = (name: string): Topic | null => TOPICS.find(({ value }) => value === name)?.value ?? null;
