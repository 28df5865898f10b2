import { expect, test } from 'vitest';
import { findPages } from '../../../../src/features/faq/page-search.ts';

const findPaths = async (text: string): Promise<readonly string[]> => (await findPages(text)).map(({ path }) => path);

test.each([
  ['a word of a headline', 'what does the audit of a portfolio include', '/portfolio-audit'],
  ['words of a headline and a text', 'payout dates february', '/payout-dates-winter-2026'],
  ['a word of a section', 'nameserver cname', '/nameserver-setup'],
  ['a headline of one word', 'eligibility', '/RSOC-for-domains-application'],
  ['a table cell of one word', 'singapore', '/about-us'],
  ['a legal text', 'privacy', '/privacy-policy'],
])('a page is found by %s', async (_, text, path) => {
  expect((await findPaths(text))[0]).toBe(path);
});

test('a found page has its title and its description', async () => {
  expect(await findPages('portfolio audit')).toEqual([
    {
      path: '/portfolio-audit',
      title: 'Portfolio audit',
      description: expect.stringMatching(/^Send your domain list/),
    },
  ]);
});

test('at most three pages are found', async () => {
  expect(await findPaths('trademark')).toHaveLength(3);
});

test('no page is found that fits no better than three answers', async () => {
  expect(await findPaths('rsoc')).toEqual([]);
});

test('pages are not found by what visitors do not see, such as names of icons, layouts and files', async () => {
  expect((await Promise.all(['tabler', 'subpageshero', 'webp'].map(findPaths))).flat()).toEqual([]);
});

test.each(['', 'xylophone', 'payout xylophone', 'the'])('no page is found for “%s”', async (text) => {
  expect(await findPaths(text)).toEqual([]);
});
