import type { Choice } from '../../forms/choice.ts';

export const TOPICS = [
  { value: 'sales', label: 'Sales, new account' },
  { value: 'support', label: 'Support' },
  { value: 'payments', label: 'Payments' },
  { value: 'abuse', label: 'Abuse or trademark' },
  { value: 'press', label: 'Press' },
] as const satisfies readonly Choice[];
