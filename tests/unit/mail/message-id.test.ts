import { expect, test } from 'vitest';
import { derivedId, digestOf, referenceOf } from '../../../src/mail/message-id.ts';

test('a derived id is a UUID of version 8 that depends on all of its parts in their order', () => {
  expect(derivedId('a', 'b')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
  expect(new Set([derivedId('a', 'b'), derivedId('b', 'a'), derivedId('ab'), derivedId('a', 'b', '')]).size).toBe(4);
});

test('the digest identifies the content of a message', () => {
  expect(digestOf({ name: 'Ada' })).toBe(digestOf({ name: 'Ada' }));
  expect(digestOf({ name: 'Ada' })).not.toBe(digestOf({ name: 'Bo' }));
});

test('a reference has eight digits or letters, but not I, L, O or U', () => {
  const references = Array.from({ length: 200 }, (_, index) => referenceOf(`id ${index}`));

  expect(references.filter((reference) => !/^P-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(reference))).toEqual(
    [],
  );
  expect(new Set(references).size).toBe(200);
});
