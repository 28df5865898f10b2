import { expect, test } from 'vitest';
import { labelOf } from '../../../src/forms/choice.ts';

test('a value that is none of the choices is its own label', () => {
  const choices = [{ value: 'de', label: 'German' }];

  expect([labelOf(choices, 'de'), labelOf(choices, 'xx')]).toEqual(['German', 'xx']);
});
