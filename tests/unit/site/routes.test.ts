import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasOwnRoute, routes, toCanonicalCase, toEntryPath, toPagePath, toSlug } from '../../../src/site/routes.ts';

const pageFiles = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/(?:^|\/)_/.test(file),
);

const pathOf = (file: string): string => {
  const segments = file.replace(/\.tsx$/, '').split('/');
  return `/${segments.filter((segment) => !/^\(.*\)$/.test(segment) && segment !== 'index').join('/')}`;
};

const layoutOf = (file: string): string | undefined => /^\((.*?)\)\//.exec(file)?.[1];

test('the canonical case of a path is that of the route table, or lower case if the path is not in it', () => {
  expect(toCanonicalCase('/rsoc-FOR-domains-application')).toBe('/RSOC-for-domains-application');
  expect(toCanonicalCase('/FAQ')).toBe('/faq');
  expect(toCanonicalCase('/Some-Page')).toBe('/some-page');
});

test('a page of the CMS is shown at its dedicated route, if it has one, otherwise at its slug', () => {
  expect(['agb', 'rsoc-for-domains-application', 'imprint', 'a-post'].map(toPagePath)).toEqual([
    '/agb.php',
    '/RSOC-for-domains-application',
    '/imprint',
    '/a-post',
  ]);
  expect(toSlug('/agb.php')).toBe('agb');
  expect(['agb', 'faq', 'imprint'].filter(hasOwnRoute)).toEqual(['agb', 'faq']);
});

test('the page files except 404 match the route table, and each is in the folder of its layout', () => {
  const files = pageFiles.filter((file) => pathOf(file) !== '/404');
  const layout = (path: string) =>
    path === '/RSOC-for-domains-application' ? 'rsoc-for-domains-application' : 'default';

  expect(files.map(pathOf).toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
  expect(files.filter((file) => layoutOf(file) !== layout(pathOf(file)))).toEqual([]);
});

test('an entry of the CMS has the path of the page that shows it', () => {
  expect(toEntryPath({ type: 'faq', id: 7, slug: 'payouts' })).toBe('/faq#faq-7');
  expect(toEntryPath({ type: 'events', id: 7, slug: 'domain-days' })).toBe('/events/domain-days');
  expect(toEntryPath({ type: 'posts', id: 7, slug: 'café' })).toBe('/caf%C3%A9');
  expect(toEntryPath({ type: 'pages', id: 7, slug: 'agb' })).toBe('/agb.php');
  expect(toEntryPath({ type: 'homepage' })).toBe('/');
  expect(toEntryPath({ type: 'faqpage' })).toBe('/faq');
});
