import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isFixedPath, routes, toPagePath, toSlug } from '../../../src/site/routes.ts';

const PLUGIN = 'wordpress/plugin/site-companion';
const fixedPaths = routes.map(({ path }) => path).filter(isFixedPath);

/** The items of an array constant of the companion plugin, as PHP source. */
const readConstant = (file: string, name: string): string => {
  const source = readFileSync(`${PLUGIN}/${file}`, 'utf8');
  return new RegExp(`const ${name} = array\\(([^)]*)\\)`).exec(source)?.[1] ?? '';
};

test('the companion plugin knows the fixed paths of all pages, so that no redirect replaces a page', () => {
  const paths = [...readConstant('redirects/check-redirect.php', 'SITE_PATHS').matchAll(/'([^']+)'/g)];

  expect(paths.map(([, path]) => path)).toEqual(expect.arrayContaining(fixedPaths.map((path) => path.toLowerCase())));
});

test('the companion plugin knows the pages whose path is not their slug', () => {
  const constant = readConstant('includes/site-links.php', 'PATHS_OF_SLUGS');
  const known = Object.fromEntries(
    [...constant.matchAll(/'([^']+)'\s*=>\s*'([^']+)'/g)].map(([, slug, path]) => [slug, path]),
  );
  const slugs = fixedPaths.filter((path) => path !== '/').map(toSlug);

  expect(known).toEqual(
    Object.fromEntries(slugs.map((slug) => [slug, toPagePath(slug)]).filter(([slug, path]) => path !== `/${slug}`)),
  );
});
