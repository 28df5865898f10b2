import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNewsQuery, toNewsPath } from '../../../../src/features/news/news-query.ts';

describe('the query of the news', () => {
  test('page and category are parsed, other parameters ignored', () => {
    expect(parseNewsQuery('utm_source=forum&page=2&category=payouts')).toEqual({ page: 2, category: 'payouts' });
  });

  test('an invalid query is parsed as null', () => {
    const pages = ['', '0', '01', '-1', '1.0', '1e1', 'two', '10000', '+2'].map((page) => `page=${page}`);

    for (const query of [...pages, 'category=', 'page=1&page=2', 'category=a&category=b'])
      expect(parseNewsQuery(query), query).toBeNull();
  });

  test('the canonical URL of a page parses to the same page', () => {
    expect(toNewsPath({ page: 1, category: null })).toEqual({ path: '/news', query: '' });
    expect(toNewsPath({ page: 2, category: 'payouts' })).toEqual({ path: '/news', query: '?category=payouts&page=2' });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.option(fc.string({ minLength: 1 })), (page, category) => {
        expect(parseNewsQuery(toNewsPath({ page, category }).query)).toEqual({
          page,
          category: category?.toWellFormed() ?? null,
        });
      }),
    );
  });
});
