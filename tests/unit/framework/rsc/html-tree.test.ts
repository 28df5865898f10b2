import { expect, test } from 'vitest';
import { attributeOf, listElements, textOf } from '../../../../src/framework/rsc/html-tree.ts';

const HTML =
  '<!DOCTYPE html><html lang="en"><head><title>A &amp; B</title></head><body><p id="">One <b>two</b></p><hr></body></html>';

const find = (tagName: string) => {
  const element = listElements(HTML).find((other) => other.tagName === tagName);
  if (!element) throw new Error(`There is no ${tagName}.`);
  return element;
};

test('the elements of a document are listed in document order', () => {
  expect(listElements(HTML).map(({ tagName }) => tagName)).toEqual(['html', 'head', 'title', 'body', 'p', 'b', 'hr']);
});

test('an element has its position in the source', () => {
  const { startOffset = 0, endOffset = 0 } = find('b').sourceCodeLocation ?? {};

  expect(HTML.slice(startOffset, endOffset)).toBe('<b>two</b>');
});

test('an attribute is its value, empty or not; null: the element has none of this name', () => {
  expect(attributeOf(find('html'), 'lang')).toBe('en');
  expect(attributeOf(find('p'), 'id')).toBe('');
  expect(attributeOf(find('p'), 'lang')).toBeNull();
});

test('the text of an element is decoded', () => {
  expect(textOf(find('title'))).toBe('A & B');
  expect(textOf(find('hr'))).toBe('');
});
