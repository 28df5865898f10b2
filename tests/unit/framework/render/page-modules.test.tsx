import { renderToReadableStream } from 'react-server-dom-webpack/server.node';
import { describe, expect, test, vi } from 'vitest';
import { runInOwnContext } from '../../../../src/framework/context.ts';
import { createPageDirectory, toOwnQuery, toPageModules } from '../../../../src/framework/render/page-modules.tsx';

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
  (await (await directory.findEndpoint(path))?.get(new Request(`http://host${path}`)))?.json() ?? null;
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

  test.each(['/events/oslo', '/robotsxtxt', '/media/320'])('%s is not an endpoint', async (path) => {
    expect(await callEndpoint(path)).toBeNull();
  });
});

test('a build with two files of the same route fails with an error that names both', async () => {
  const load = async () => ({ default: Page });
  for (const [one, other] of [
    ['./pages/(default)/about.tsx', './pages/(focused)/about.tsx'],
    ['./pages/events.tsx', './pages/events/index.tsx'],
    ['./pages/(default)/events/[slug].tsx', './pages/(focused)/events/[id].tsx'],
    ['./pages/feed.xml.tsx', './pages/_api/feed.xml.ts'],
  ] as const)
    await expect(createPageDirectory({ [one]: load, [other]: load }).listPaths()).rejects.toThrow(`${one}, ${other}`);
});

test('a page file without a component is rejected with an error that names the file', async () => {
  vi.stubEnv('DEV', false);
  const { findPage } = createPageDirectory({ './pages/broken.tsx': async () => ({}) });

  await expect(findPage('/broken')).rejects.toThrow('./pages/broken.tsx must export its page component as default.');
});

test('the module of a page is loaded once, and again only after loading it failed', async () => {
  vi.stubEnv('DEV', false);
  const load = vi.fn(async () => ({ default: Page })).mockRejectedValueOnce(new Error('The file cannot be read.'));
  const { findPage } = createPageDirectory({ './pages/about.tsx': load });

  await expect(findPage('/about')).rejects.toThrow('The file cannot be read.');
  await findPage('/about');
  await findPage('/about');
  expect(load).toHaveBeenCalledTimes(2);
});

const parameters = { page: 'cache', q: 'bypass' } as const;

test('a page gets the declared parameters of the query in canonical order', () => {
  expect(toOwnQuery('utm_source=x&q=a%20b&page=2', parameters)).toBe('page=2&q=a+b');
  expect(toOwnQuery('page=2&page=3&constructor=1&__proto__=2', parameters)).toBe('page=2&page=3');
  expect(toOwnQuery('page=2')).toBe('');
});

describe('the component of a page file for Waku', () => {
  type Props = { readonly path: string; readonly query: string };
  const Head = ({ path, title = 'Untitled' }: { readonly path: string; readonly title?: string }) => (
    <title>{`${title} at ${path}`}</title>
  );
  const Shown = ({ query }: Props) => <h1>{`shows ${query}`}</h1>;

  /** The texts of the title and the heading that a module at this file renders at `/prices?q=1&other=2`. */
  const render = async (file: string, module: object, pageHead?: Promise<object>): Promise<string[]> => {
    const loaded: unknown = await toPageModules({ [file]: async () => module }, Head)[file]?.();
    if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) throw new Error('There is no page.');
    const { default: Component } = loaded;
    if (typeof Component !== 'function') throw new Error('There is no component.');
    const payload = await runInOwnContext(async (c) => {
      c.set('pageHead', pageHead);
      const node = await Component({ path: '/prices', query: 'q=1&other=2' });
      return new Response(renderToReadableStream(node)).text();
    });
    return Array.from(payload.matchAll(/"children":"([^"]*)"/g), ([, text = '']) => text);
  };

  test('has the head of its path, or the one that the page exports or that was read before the render', async () => {
    const head = ({ path }: Props) => ({ title: `About ${path}` });
    const titleOf = async (module: object, pageHead?: Promise<object>) =>
      (await render('./pages/prices.tsx', { default: Shown, ...module }, pageHead))[0];

    expect(await titleOf({})).toBe('Untitled at /prices');
    expect(await titleOf({ head: { title: 'All prices' } })).toBe('All prices at /prices');
    expect(await titleOf({ head })).toBe('About /prices at /prices');
    expect(await titleOf({ head }, Promise.resolve({ title: 'Us' }))).toBe('Us at /prices');
  });

  test('gets only the parameters that the page declares', async () => {
    const shown = async (module: object) => (await render('./pages/prices.tsx', { default: Shown, ...module }))[1];

    expect(await shown({})).toBe('shows ');
    expect(await shown({ parameters })).toBe('shows q=1');
  });

  test('has no head if it is a layout', async () => {
    for (const file of ['./pages/(default)/_layout.tsx', './pages/_root.tsx'])
      expect(await render(file, { default: Shown })).toEqual(['shows q=1&other=2']);
  });
});
