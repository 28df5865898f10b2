import { expect, test } from 'vitest';
import { isStyleSheet, listTokens } from '../../../../src/framework/render/html-tokens.ts';

const HTML =
  '<!DOCTYPE html><html lang="en"><head><title>A &amp; B</title><link rel="stylesheet" href="/a?b=1&amp;c=2"/></head>' +
  '<body><p id="" title="a > b">One <b>two</b> 1 < 2</p><!-- note --><script>a < b && "</b>"</script><hr></body></html>';

test('the tokens of a document, put together, are the document', () => {
  expect(listTokens(HTML).map(({ source }) => source)).toContain('<p id="" title="a > b">');
  expect(
    listTokens(HTML)
      .map(({ source }) => source)
      .join(''),
  ).toBe(HTML);
});

test('start tags have their attributes, decoded, and other tokens have none', () => {
  const find = (start: string) => listTokens(HTML).find(({ source }) => source.startsWith(start))?.attributes;

  expect(find('<html')).toEqual({ lang: 'en' });
  expect(find('<p')).toEqual({ id: '', title: 'a > b' });
  expect(find('<link')).toEqual({ rel: 'stylesheet', href: '/a?b=1&c=2' });
  expect(find('</head>')).toEqual({});
  expect(find('<script>')).toEqual({});
});

test('only style sheets with a precedence are managed by React', () => {
  const [print, own] = listTokens(
    '<link rel="stylesheet" href="/print.css"/><link rel="stylesheet" href="/a.css" data-precedence="a"/>',
  );
  expect([print && isStyleSheet(print), own && isStyleSheet(own)]).toEqual([false, true]);
});
