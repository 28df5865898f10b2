import { expect, test } from 'vitest';
import { toCells } from '../../../src/blocks/pager/to-cells.ts';

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
  [8, 8, '1 … 4 5 6 7 8'],
  [40, 76, '1 … 39 40 41 … 76'],
])('on page %i of %i the pager shows %s', (page, pages, expected) => {
  const cells = toCells(page, pages).map((number) => number ?? '…');

  expect(cells.join(' ')).toBe(expected);
});
