import { expect, test } from 'vitest';
import { referenceOf } from '../../../src/mail/message-id.ts';

test('a reference has eight digits or letters, but not I, L, O or U', () => {
  const references = Array.from({ length: 200 }, (_, index) => referenceOf(`id ${index}`));

  expect(references.filter((reference) => !/^P-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(reference))).toEqual(
    [],
  );
  expect(new Set(references).size).toBe(200);
});
