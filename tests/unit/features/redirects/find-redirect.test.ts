import { expect, test } from 'vitest';
import { openSiteOn, page, pages, posts, serveWordPress } from '../../../support/wordpress-server.ts';

const REDIRECTS = '/wp-json/api/redirects';

const serveRedirects = async (redirects: unknown, settings: Readonly<Record<string, string>> = {}) => {
  const wordpress = await serveWordPress({
    ...pages(page({ slug: 'served' }), page({ slug: 'imprint' })),
    ...posts(),
    '/wp-json/wp/v2/events': [],
    ...(redirects === undefined ? {} : { [REDIRECTS]: { redirects } }),
  });
  const site = await openSiteOn(wordpress, { SITE_URL: 'https://www.example.com', ...settings });
  const { findRedirect } = await import('../../../../src/features/redirects/find-redirect.ts');
  return { find: (path: string, query = '') => findRedirect(path, query), wordpress, site };
};

const row = (from: string, to: string, status = 301) => ({ from, to, status });

test('a redirect is found in any case and encoding of its path, and keeps the query of the request if its target has none', async () => {
  const { find } = await serveRedirects([row('/old page/', '/imprint'), row('/caf%C3%A9', '/imprint?a=1#top', 302)]);

  expect(await find('/Old%20Page')).toEqual({ location: '/imprint', status: 301, tags: ['redirects'] });
  expect(await find('/old%20page', 'utm_source=mail')).toMatchObject({ location: '/imprint?utm_source=mail' });
  expect(await find('/café', 'utm_source=mail')).toMatchObject({ location: '/imprint?a=1#top', status: 302 });
  expect(await find('/other')).toBeNull();
});

test('a chain of any length is resolved to one redirect, which is temporary if any redirect of the chain is temporary', async () => {
  const long = [...Array(40).keys()].map((step) => row(`/${step}`, `/${step + 1}`));
  const { find } = await serveRedirects([row('/a', '/b', 302), row('/b', 'https://other.example/x'), ...long]);

  expect(await find('/a')).toMatchObject({ location: 'https://other.example/x', status: 302 });
  expect(await find('/0')).toMatchObject({ location: '/40', status: 301 });
});

test('a chain ends at a path that has a page, even if there is a redirect from that path', async () => {
  const { find } = await serveRedirects([
    row('/a', '/served'),
    row('/served', '/c'),
    row('/b', '/faq?q=x'),
    row('/faq', '/c'),
  ]);

  expect(await find('/a')).toMatchObject({ location: '/served' });
  expect(await find('/b')).toMatchObject({ location: '/faq?q=x' });
});

test('a redirect leads to the anchor of its target as an editor typed it', async () => {
  const { find } = await serveRedirects([
    row('/rsoc', '/solutions#RSOC'),
    row('/about', '/imprint#Über uns'),
    row('/prices', '/files/prices.pdf#page=2'),
  ]);

  expect(await find('/rsoc')).toMatchObject({ location: '/solutions#rsoc' });
  expect(await find('/about')).toMatchObject({ location: '/imprint#%C3%BCber-uns' });
  expect(await find('/prices')).toMatchObject({ location: '/files/prices.pdf#page=2' });
});

test.each([
  ['', '/imprint'],
  ['true', '/imprint/'],
])('a redirect leads to a path that is not redirected again (trailing slash: %o)', async (trailingSlash, imprint) => {
  const rows = [
    row('/a', '/imprint'),
    row('/b', '/imprint/?q=x#top'),
    row('/c', '/files/a.pdf'),
    row('/d', 'https://other.example/x'),
  ];
  const { find } = await serveRedirects(rows, { SITE_TRAILING_SLASH: trailingSlash });

  expect(await find('/a', 'utm_source=mail')).toMatchObject({ location: `${imprint}?utm_source=mail` });
  expect(await find('/b')).toMatchObject({ location: `${imprint}?q=x#top` });
  expect(await find('/c')).toMatchObject({ location: '/files/a.pdf' });
  expect(await find('/d')).toMatchObject({ location: 'https://other.example/x' });
});

test('a loop redirects nowhere', async () => {
  const { find } = await serveRedirects([row('/a', '/b'), row('/b', '/a'), row('/c', '/C/'), row('/d', '/a')]);

  for (const path of ['/a', '/b', '/c', '/d']) expect(await find(path)).toBeNull();
});

test('a redirect to what is no path of the site and no https URL is left out', async () => {
  const targets = [
    '//evil.example/',
    '/\\evil.example',
    'http://evil.example/',
    'javascript:alert(1)',
    'https://a:b@evil.example/',
    '/a\r\nset-cookie: a=b',
  ];
  const { find } = await serveRedirects([...targets.map((to, at) => row(`/${at}`, to)), row('/good', '/imprint')]);

  for (const [at, target] of targets.entries()) expect(await find(`/${at}`), target).toBeNull();
  expect(await find('/good')).not.toBeNull();
});

test('a CMS without the redirects endpoint has no redirects, which does not count as a failure', async () => {
  const { find, site } = await serveRedirects(undefined);

  expect(await find('/a')).toBeNull();
  expect(site.contentHealth()).toMatchObject({ ok: true });
});
