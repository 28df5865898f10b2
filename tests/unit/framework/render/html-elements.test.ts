import { expect, test } from 'vitest';
import { attributeOf, listElements } from '../../../../src/framework/render/html-elements.ts';

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
  const bold = find('b');
  expect(HTML.slice(bold.start, bold.end)).toBe('<b>two</b>');
  expect(HTML.slice(bold.startTagEnd, bold.endTagStart)).toBe('two');

  const rule = find('hr');
  expect(HTML.slice(rule.start, rule.end)).toBe('<hr>');
  expect([rule.startTagEnd, rule.endTagStart]).toEqual([rule.end, rule.end]);
});

test('an attribute has its position in the source', () => {
  const { start = 0, end = 0 } = find('html').attributes.get('lang') ?? {};

  expect(HTML.slice(start, end)).toBe('lang="en"');
});

test('attributeOf returns the value, even if it is empty, or null if the element has no such attribute', () => {
  expect(attributeOf(find('html'), 'lang')).toBe('en');
  expect(attributeOf(find('p'), 'id')).toBe('');
  expect(attributeOf(find('p'), 'lang')).toBeNull();
});

test('the text of an element is decoded, except in scripts', () => {
  expect(find('title').text).toBe('A & B');
  expect(find('hr').text).toBe('');
  expect(listElements('<script>a &amp;& b < c</script>')[0]?.text).toBe('a &amp;& b < c');
});
