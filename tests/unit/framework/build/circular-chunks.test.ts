import { expect, test } from 'vitest';
import { listCircular } from '../../../../src/framework/build/circular-chunks.ts';

test.each([
  ['three files behind another', { start: ['a'], a: ['b'], b: ['c', 'd'], c: [], d: ['a'] }, ['start', 'a', 'b', 'd']],
  ['a file and itself', { a: ['a'] }, ['a']],
])('a cycle of %s is found', (_, imports, circular) => {
  expect(listCircular(new Map(Object.entries(imports)))).toEqual(circular);
});

test('shared imports are not a cycle', () => {
  const imports = { start: ['a', 'b'], a: ['c'], b: ['c', 'a'], c: [], elsewhere: ['not-there'] };

  expect(listCircular(new Map(Object.entries(imports)))).toEqual([]);
});
