import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes, toCanonicalCase } from '../../../src/site/routes.ts';

const pageFiles = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/(?:^|\/)_/.test(file),
);

const pathOf = (file: string): string => {
  const segments = file.replace(/\.tsx$/, '').split('/');
  return `/${segments.filter((segment) => !/^\(.*\)$/.test(segment) && segment !== 'index').join('/')}`;
};

const layoutOf = (file: string): string | undefined => /^\((.*?)\)\//.exec(file)?.[1];

test('routes keep their own case, every other path is lower case', () => {
  expect(toCanonicalCase('/rsoc-FOR-domains-application')).toBe('/RSOC-for-domains-application');
  expect(toCanonicalCase('/FAQ')).toBe('/faq');
  expect(toCanonicalCase('/Some-Page')).toBe('/some-page');
});

test('every page file answers a route of the table in the layout that the table names', () => {
  const files = pageFiles.filter((file) => pathOf(file) !== '/404');
  const table = new Map(routes.map(({ path, layout }) => [path, layout]));

  expect(
    files.map((file) => [pathOf(file), layoutOf(file)]).filter(([path, layout]) => table.get(path ?? '') !== layout),
  ).toEqual([]);
});

test('each layout of the specification is a folder with a layout file', () => {
  const layouts = [...new Set(pageFiles.map(layoutOf))];

  expect(layouts.filter((layout) => !layout || !existsSync(`src/pages/(${layout})/_layout.tsx`))).toEqual([]);
});
