import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { prerender } from '../../../../src/framework/build/prerender.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ORIGIN = 'https://site.example';
const HOME =
  '<!doctype html><html><head><meta property="og:image" content="https://site.example/og/home.png"></head><body><a title="a > b" href="/m&amp;a.ics">Calendar</a><script>a href="/x.ics"</script><template data-payload="/payloads/abc.txt"></template></body></html>';

const EVENT = '/events/mainz%20%C3%BC';

type Responses = Readonly<Record<string, readonly [status: number, body: string, location?: string]>>;

const RESPONSES: Responses = {
  '/': [200, HOME],
  '/_payload.json': [200, '{"home":true}'],
  [EVENT]: [200, '<!doctype html><html></html>'],
  '/payloads/abc.txt': [200, 'payload'],
  '/og/home.png': [200, 'image'],
  '/m&a.ics': [200, 'calendar'],
  '/404': [404, '<!doctype html><html></html>'],
  '/robots.txt': [200, 'robots'],
};

/** The folder of a build whose server gives these responses, by path. */
const openBuild = (responses: Responses): string => {
  const dist = temporaryDirectory();
  vi.stubEnv('NODE_ENV', 'test');
  vi.stubEnv('REDIS_URL', '');
  mkdirSync(path.join(dist, 'server'));
  writeFileSync(
    path.join(dist, 'server/index.js'),
    `const responses = ${JSON.stringify(responses)};
    export const unstable_serverEntry = {
      origin: '${ORIGIN}',
      listPaths: async () => ['/', '${EVENT}'],
      listEndpoints: () => ['/robots.txt'],
      fetch: async ({ url }) => {
        const [status, body, location] = responses[new URL(url).pathname] ?? [404, ''];
        return new Response(body, { status, headers: location ? { location } : {} });
      },
    };`,
  );
  return dist;
};

test('pages, the resources they refer to and the endpoints are written where a static host looks for them', async () => {
  const dist = openBuild(RESPONSES);
  const { pages, files } = await prerender(dist);

  expect(pages).toEqual(['/', EVENT]);
  expect(files).toEqual([
    '/404.html',
    '/_payload.json',
    '/events/mainz ü/index.html',
    '/index.html',
    '/m&a.ics',
    '/og/home.png',
    '/payloads/abc.txt',
    '/robots.txt',
  ]);
  expect(readFileSync(path.join(dist, 'public/index.html'), 'utf8')).toBe(HOME);
});

test('a redirect within the site is followed, and a page that lies on another host is left out', async () => {
  const withSlash = openBuild({
    ...RESPONSES,
    [EVENT]: [308, '', `${EVENT}/`],
    [`${EVENT}/`]: [200, '<!doctype html><html></html>'],
  });
  const elsewhere = openBuild({ ...RESPONSES, [EVENT]: [307, '', 'https://legal.example/terms'] });

  expect((await prerender(withSlash)).files).toContain('/events/mainz ü/index.html');
  expect((await prerender(elsewhere)).pages).toEqual(['/']);
});

test.each([
  ['a page', '/', 500, 200],
  ['the payload of a page', '/payloads/abc.txt', 404, 200],
  ['an endpoint', '/robots.txt', 503, 200],
  ['the error page', '/404', 200, 404],
])(
  'if %s has an unexpected status, the build fails with an error that names the path',
  async (_, pathname, status, expected) => {
    const dist = openBuild({ ...RESPONSES, [pathname]: [status, ''] });

    await expect(prerender(dist)).rejects.toThrow(`Prerendering ${pathname}: status ${status} instead of ${expected}.`);
  },
);
