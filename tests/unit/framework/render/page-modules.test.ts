import { describe, expect, test, vi } from 'vitest';
import { createPageDirectory, hasUnboundedParameters } from '../../../../src/framework/render/page-modules.tsx';

const Page = () => null;
const endpoint = (name: string) => async () => ({
  GET: async (_request: Request, { params }: { params: unknown }) => Response.json({ name, params }),
});

const loaders = {
  './pages/_root.tsx': async () => ({ default: Page }),
  './pages/(default)/_layout.tsx': async () => ({ default: Page }),
  './pages/(default)/404.tsx': async () => ({ default: Page }),
  './pages/(default)/index.tsx': async () => ({ default: Page, content: async () => ({ home: true }) }),
  './pages/(default)/agb.php.tsx': async () => ({ default: Page }),
  './pages/(default)/events/index.tsx': async () => ({ default: Page }),
  './pages/(default)/events/[slug].tsx': async () => ({
    default: Page,
    generateStaticParams: async () => [{ slug: 'oslo' }, { slug: 'mainz ü' }],
  }),
  './pages/(focused)/Apply.tsx': async () => ({ default: Page }),
  './pages/_api/robots.txt.ts': endpoint('robots'),
  './pages/_api/events/[slug].ics.ts': endpoint('calendar'),
  './pages/_api/media/[width]/[...path].ts': endpoint('media'),
};

const directory = createPageDirectory(loaders);
const callEndpoint = async (path: string) =>
  (await directory.findEndpoint(path)?.(new Request(`http://host${path}`)))?.json() ?? null;
const paramsOf = async (path: string) => (await directory.findPage(path))?.params ?? null;

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

  test('a page is found by its path, with its parameters', async () => {
    expect(await paramsOf('/')).toEqual({});
    expect(await paramsOf('/events/oslo')).toEqual({ slug: 'oslo' });
    expect(await paramsOf('/events/oslo/more')).toBeNull();
    expect(await paramsOf('/agb.php')).toEqual({});
    expect(await paramsOf('/agbxphp')).toBeNull();
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

test('the module of a page is loaded once, and again only after loading it failed', async () => {
  const load = vi.fn(async () => ({ default: Page })).mockRejectedValueOnce(new Error('The file cannot be read.'));
  const { findPage } = createPageDirectory({ './pages/about.tsx': load });

  await expect(findPage('/about')).rejects.toThrow('The file cannot be read.');
  await findPage('/about');
  await findPage('/about');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a query is unbounded if it has a parameter that bypasses the cache', () => {
  const parameters = { page: 'cache', q: 'bypass' } as const;
  expect(hasUnboundedParameters('page=2', parameters)).toBe(false);
  expect(hasUnboundedParameters('page=2&q=x', parameters)).toBe(true);
  expect(hasUnboundedParameters('q=x')).toBe(false);
});
