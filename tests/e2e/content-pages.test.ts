import { expect, test } from '@playwright/test';
import { attributesOf, readHtml, textsOf } from './site.ts';

test('the FAQ has all entries by topic, with the first one open', async ({ request }) => {
  const html = await readHtml(request, '/faq');
  const [first, ...others] = attributesOf(html, 'main details', 'open');

  expect(others.length).toBeGreaterThanOrEqual(23);
  expect([first, ...new Set(others)]).toEqual(['', undefined]);
  expect(textsOf(html, 'main h2').length).toBeGreaterThanOrEqual(6);
  expect(html.toString()).toContain('"@type":"FAQPage"');
});

// faq-search.test.ts shows what a query finds.
test('a query of the FAQ is escaped, and its results are no page of questions for search engines', async ({
  request,
}) => {
  const query = '"><script>window.ran = 1</script><img src=x onerror="window.ran = 1">';
  const html = await readHtml(request, `/faq?q=${encodeURIComponent(query)}`);

  expect(html.querySelectorAll('img[src=x]')).toEqual([]);
  expect(textsOf(html, 'script').join()).not.toContain('window.ran');
  expect(html.querySelector('input[type=search]')?.attributes.value).toBe(query);
  expect(html.toString()).not.toContain('FAQPage');
  expect(textsOf(await readHtml(request, '/faq?q=xylophone+solo'), 'main').join()).toContain('Nothing found.');
});

test('the footer links to email, privacy policy, terms and a description of the cookies', async ({ request }) => {
  const links = attributesOf(await readHtml(request, '/'), 'body > footer a', 'href');

  expect(links).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^mailto:support@example\.com/),
      '/privacy-policy',
      '/agb.php',
      // The link to the cookie settings, for use without scripts.
      '/privacy-policy#cookies',
    ]),
  );
});

test('pages contain speculation rules, error pages do not', async ({ request }) => {
  const rulesOf = async (path: string) => textsOf(await readHtml(request, path), 'script[type=speculationrules]');
  const [rules = ''] = await rulesOf('/');

  expect(JSON.parse(rules)).toMatchObject({ prerender: [{ eagerness: 'moderate' }] });
  expect(await rulesOf('/no-such-page')).toEqual([]);
});

test('the largest image is loaded eagerly with a high priority', async ({ request }) => {
  const document = await readHtml(request, '/news');

  expect(document.querySelectorAll('main img[loading=eager][fetchPriority=high]').length).toBeGreaterThan(0);
});
