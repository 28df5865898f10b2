import { describe, expect, test } from 'vitest';
import { createPageDirectory } from '../../../../src/framework/render/page-directory.ts';

const Page = () => null;
const endpoint = (name: string) => async () => ({
  GET: async (_request: Request, { params }: { params: unknown }) => Response.json({ name, params }),
});

const loaders = {
  './pages/_root.tsx': async () => ({ default: Page }),
  './pages/(default)/_layout.tsx': async () => ({ default: Page }),
  './pages/(default)/404.tsx': async () => ({ default: Page }),
  './pages/(default)/index.tsx': async () => ({ default: Page, readContent: async () => ({ home: true }) }),
  './pages/(default)/agb.php.tsx': async () => ({ default: Page }),
  './pages/(default)/events/index.tsx': async () => ({ default: Page }),
  './pages/(default)/events/[slug].tsx': async () => ({
    default: Page,
    generateStaticParams: async () => [{ slug: 'oslo' }, { slug: 'mainz ü' }],
    readContent: async ({ slug }: { slug: string }) => (slug === 'oslo' ? { slug } : null),
  }),
  './pages/(focused)/Apply.tsx': async () => ({ default: Page }),
  './pages/_api/robots.txt.ts': endpoint('robots'),
  './pages/_api/events/[slug].ics.ts': endpoint('calendar'),
  './pages/_api/media/[width]/[...path].ts': endpoint('media'),
};

const directory = createPageDirectory(loaders);
const readContent = async (path: string) => {
  const match = await directory.findPage(path);
  return (await match?.page.readContent?.(match.params)) ?? null;
};
const callEndpoint = async (path: string) =>
  (await directory.answerEndpoint(new Request(`http://host${path}`), path))?.json() ?? null;

describe('the directory of pages', () => {
  test('every page to prerender is listed, without the error page, layouts and endpoints', async () => {
    expect(await directory.listPaths()).toEqual([
      '/',
      '/Apply',
      '/agb.php',
      '/events',
      '/events/mainz%20%C3%BC',
      '/events/oslo',
    ]);
  });

  test('the content of a page is found by its path; it is null if there is no page or no content', async () => {
    expect(await readContent('/')).toEqual({ home: true });
    expect(await readContent('/events/oslo')).toEqual({ slug: 'oslo' });
    expect(await readContent('/events/rome')).toBeNull();
    expect(await readContent('/agb.php')).toBeNull();
    expect(await readContent('/agbxphp')).toBeNull();
  });

  test('an endpoint is found by its path and gets its parameters', async () => {
    expect(await callEndpoint('/robots.txt')).toEqual({ name: 'robots', params: {} });
    expect(await callEndpoint('/events/oslo.ics')).toEqual({ name: 'calendar', params: { slug: 'oslo' } });
    expect(await callEndpoint('/media/320/2026/11/a.jpg.avif')).toEqual({
      name: 'media',
      params: { width: '320', path: '2026/11/a.jpg.avif' },
    });
  });

  test.each(['/events/oslo', '/robotsxtxt', '/media/320', '/'])('%s is not an endpoint', async (path) => {
    expect(await callEndpoint(path)).toBeNull();
  });
});

test('a page file without a component is rejected with an error that names the file', async () => {
  const { findPage } = createPageDirectory({ './pages/broken.tsx': async () => ({}) });

  await expect(findPage('/broken')).rejects.toThrow('./pages/broken.tsx must export its page component as default.');
});
