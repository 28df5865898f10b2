import { expect, test } from 'vitest';
import { parseNewsQuery, toNewsQuery } from '../../../../src/features/news/news-query.ts';

test('page and category are parsed, other parameters ignored', () => {
  expect(parseNewsQuery('utm_source=forum&page=2&category=payouts')).toEqual({ page: 2, category: 'payouts' });
});

test('an invalid query is parsed as null', () => {
  const pages = ['', '0', '01', '-1', '1.0', '1e1', 'two', '10000', '+2'].map((page) => `page=${page}`);

  for (const query of [...pages, 'category=', 'page=1&page=2', 'category=a&category=b'])
    expect(parseNewsQuery(query), query).toBeNull();
});

test.each([
  [{ page: 1, category: null }, ''],
  [{ page: 9_999, category: null }, '?page=9999'],
  [{ page: 2, category: 'payouts' }, '?category=payouts&page=2'],
  [{ page: 1, category: 'a b&c' }, '?category=a+b%26c'],
])('the canonical query of %o is "%s", and is parsed as the same page', (page, query) => {
  expect(toNewsQuery(page)).toBe(query);
  expect(parseNewsQuery(query)).toEqual(page);
});
