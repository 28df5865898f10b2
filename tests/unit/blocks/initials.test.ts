import { expect, test } from 'vitest';
import { toInitials } from '../../../src/blocks/people/to-initials.ts';

test('initials are the first letters of the first and the last word', () => {
  expect(toInitials('Henrike Voss')).toBe('HV');
  expect(toInitials('Ólafur van der Berg')).toBe('ÓB');
  expect(toInitials('  Cher ')).toBe('C');
  expect(toInitials('“Ilka” (Brandsma)')).toBe('IB');
});
