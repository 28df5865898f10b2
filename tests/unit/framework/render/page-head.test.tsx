import { parse } from 'node-html-parser';
import { isValidElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { runInOwnContext } from '../../../../src/framework/context.ts';
import { toPageModules } from '../../../../src/framework/render/page-modules.tsx';
import { PageHead } from '../../../../src/site/head.tsx';

/** Renders a tree of server components to HTML, without attributes whose values are not strings. */
const toHtml = async (node: ReactNode | Promise<ReactNode>): Promise<string> => {
  const resolved = await node;
  if (Array.isArray(resolved)) return (await Promise.all(resolved.map(toHtml))).join('');
  if (!isValidElement<{ children?: ReactNode }>(resolved)) return typeof resolved === 'string' ? resolved : '';
  const { type, props } = resolved;
  if (typeof type === 'function') return toHtml(Reflect.apply(type, undefined, [props]));
  const children = await toHtml(props.children);
  if (typeof type !== 'string') return children;
  const attributes = Object.entries(props).filter(([, value]) => typeof value === 'string');
  return `<${type} ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}>${children}</${type}>`;
};

const render = async (file: string, module: object, path: string, pageHead?: Promise<object>) => {
  const loaded: unknown = await toPageModules({ [file]: async () => module }, PageHead)[file]?.();
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) throw new Error('There is no page.');
  const { default: Page } = loaded;
  return runInOwnContext(async (c) => {
    c.set('pageHead', pageHead);
    return parse(typeof Page === 'function' ? await toHtml(Page({ path, query: '' })) : '');
  });
};

const Page = () => <h1>Prices</h1>;

test('a page that exports only its component gets a head from its path and the configuration', async () => {
  const html = await render('./pages/(default)/prices-of-the-year.tsx', { default: Page }, '/prices-of-the-year');
  const meta = (name: string) =>
    html.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

  expect(html.querySelectorAll('title').map(({ text }) => text)).toEqual(['Prices of the Year | Freehold']);
  expect(html.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/prices-of-the-year$/);
  expect(meta('description')).toBeTruthy();
  expect(meta('robots')).toBeTruthy();
  expect(meta('og:title')).toBe('Prices of the Year | Freehold');
  expect(meta('og:description')).toBe(meta('description'));
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(html.querySelector('h1')?.text).toBe('Prices');
});

test('the head of a page replaces the defaults, and is not read again if it was read before the render', async () => {
  const head = ({ path }: { readonly path: string }) => ({ title: `About ${path}` });
  const own = await render('./pages/prices.tsx', { default: Page, head: { title: 'All prices' } }, '/prices');
  const read = await render('./pages/prices.tsx', { default: Page, head }, '/prices');
  const known = await render(
    './pages/prices.tsx',
    { default: Page, head },
    '/prices',
    Promise.resolve({ title: 'Us' }),
  );

  expect(own.querySelector('title')?.text).toBe('All prices | Freehold');
  expect(read.querySelector('title')?.text).toBe('About /prices | Freehold');
  expect(known.querySelector('title')?.text).toBe('Us | Freehold');
});

test('a layout has no head', async () => {
  const layout = await render('./pages/(default)/_layout.tsx', { default: Page }, '/prices');
  const root = await render('./pages/_root.tsx', { default: Page }, '/prices');

  for (const html of [layout, root]) expect(html.querySelectorAll('title')).toHaveLength(0);
});
