import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInitials } from '../../../src/blocks/people/to-initials.ts';

test('initials are the first letters of the first and the last word', () => {
  expect(toInitials('Henrike Voss')).toBe('HV');
  expect(toInitials('Ólafur van der Berg')).toBe('ÓB');
  expect(toInitials('  Cher ')).toBe('C');
  expect(toInitials('“Ilka” (Brandsma)')).toBe('IB');
});

test('any name has at most two initials, of up to three upper-case letters each', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      // Upper case turns ß into SS and the ligature ﬃ into FFI.
      expect([...new Intl.Segmenter().segment(toInitials(name))].length).toBeLessThanOrEqual(6);
    }),
  );
});
