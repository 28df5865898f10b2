import { expect, test } from 'vitest';
import { toContents } from '../../../src/blocks/document-body/to-contents.ts';
import { listHeadings, toSafeHtml } from '../../../src/content/safe-html.ts';

const headingsOf = (...levels: readonly number[]) =>
  listHeadings(
    toSafeHtml(levels.map((level, index) => `<h${level}>Part ${index + 1}</h${level}>`).join(''), { topHeading: 2 }),
  );

test('a text with four headings has a table of contents of its top-level headings', () => {
  expect(toContents(headingsOf(2, 3, 3, 2)).map(({ id, text }) => [id, text])).toEqual([
    ['part-1', 'Part 1'],
    ['part-4', 'Part 4'],
  ]);
});

test('a text with fewer than four headings has no table of contents', () => {
  expect(toContents(headingsOf(2, 2, 2))).toEqual([]);
  expect(toContents([])).toEqual([]);
});
