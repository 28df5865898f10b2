import { expect, test } from 'vitest';
import { findCycle } from '../../../../src/framework/build/circular-chunks.ts';

test.each([
  ['two files', { a: ['b'], b: ['a'] }, ['a', 'b']],
  ['three files behind another', { start: ['a'], a: ['b'], b: ['c', 'd'], c: [], d: ['a'] }, ['a', 'b', 'd']],
  ['a file and itself', { a: ['a'] }, ['a']],
])('a cycle of %s is found', (_, imports, cycle) => {
  expect(findCycle(new Map(Object.entries(imports)))).toEqual(cycle);
});

test('shared imports are not a cycle', () => {
  const imports = { start: ['a', 'b'], a: ['c'], b: ['c', 'a'], c: [], elsewhere: ['not-there'] };

  expect(findCycle(new Map(Object.entries(imports)))).toBeNull();
});
