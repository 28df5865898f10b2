import { expect, test } from 'vitest';
import { referenceIn } from '../../../src/site/reference.ts';

test('the reference number is read from the query', () => {
  expect(referenceIn('sent=P-12AB-Z9Y8')).toBe('P-12AB-Z9Y8');
  expect(referenceIn('event=x&sent=P-0000-0000')).toBe('P-0000-0000');
});

test.each(['', 'sent=P-12ab-z9y8', 'sent=P-12AB-Z9Y8x', 'sent=%20P-12AB-Z9Y8'])(
  'a missing or malformed reference number is not read: %s',
  (query) => {
    expect(referenceIn(query)).toBeNull();
  },
);
