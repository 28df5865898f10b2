import { isValidElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { runInOwnContext } from '../../../src/framework/context.ts';
import { site } from '../../../src/site/config.ts';
import { PageHead } from '../../../src/site/head.tsx';

type Properties = Readonly<Record<string, unknown>>;

/** The HTML elements of a head; components such as `StructuredData` are omitted. */
const listElements = (node: ReactNode): { type: unknown; props: Properties }[] => {
  if (Array.isArray(node)) return node.flatMap(listElements);
  if (!isValidElement<{ children?: ReactNode }>(node)) return [];
  const { type, props } = node;
  return typeof type === 'string' ? [{ type, props: { ...props } }] : listElements(props.children);
};

const readHead = (props: Parameters<typeof PageHead>[0]) => {
  const elements = listElements(PageHead(props));
  const find = (key: string, value: string) =>
    elements.find(({ props: attributes }) => attributes[key] === value)?.props;
  return {
    title: elements.find(({ type }) => type === 'title')?.props.children,
    meta: (name: string) => (find('name', name) ?? find('property', name))?.content,
    canonical: find('rel', 'canonical')?.href,
    feed: find('type', 'application/atom+xml'),
  };
};

const seo = { description: '', image: null, canonical: null, isListed: true };

test('without metadata from an editor the head has the defaults of the page', () => {
  const { title, meta, canonical } = readHead({
    path: '/about-us',
    title: 'About us',
    description: 'Who we are.',
    seo,
  });

  expect(title).toBe('About us | Freehold');
  expect(meta('description')).toBe('Who we are.');
  expect(meta('og:image')).toBe(`${site.url}/og/about-us.png`);
  expect(meta('og:image:alt')).toBe('About us');
  expect(canonical).toBe(`${site.url}/about-us`);
});

test('feed readers find the feed of the news from every page', () => {
  expect(readHead({ path: '/about-us', title: 'About us' }).feed).toMatchObject({
    rel: 'alternate',
    title: 'News | Freehold',
    href: `${site.url}/news/feed.xml`,
  });
});

test('an empty title counts as none', () => {
  const { title, meta } = readHead({ path: '/lane-markings', title: '', seo });

  expect(title).toBe('Lane Markings | Freehold');
  expect(meta('og:title')).toBe(title);
  expect(meta('og:image:alt')).toBe('Lane Markings');
});

test('the URLs of a page whose path is not ASCII are encoded', () => {
  const { meta, canonical } = readHead({ path: '/caf%C3%A9-☕', title: 'Café', seo });

  expect(canonical).toBe(`${site.url}/caf%C3%A9-%E2%98%95`);
  expect(meta('og:url')).toBe(canonical);
  expect(meta('og:image')).toBe(`${site.url}/og/caf%C3%A9-%E2%98%95.png`);
});

test('description, image and canonical URL from an editor take precedence', () => {
  const image = { url: '/media/card/a.jpg.jpg', alt: 'A house', width: 1200, height: 630 };
  const { meta, canonical } = readHead({
    path: '/about-us',
    title: 'About us',
    description: 'Who we are.',
    seo: { ...seo, description: 'Since 2009.', image, canonical: '/company' },
  });

  expect(meta('description')).toBe('Since 2009.');
  expect(meta('og:description')).toBe('Since 2009.');
  expect(meta('og:image')).toBe(`${site.url}/media/card/a.jpg.jpg`);
  expect(meta('twitter:image')).toBe(`${site.url}/media/card/a.jpg.jpg`);
  expect(meta('og:image:alt')).toBe('A house');
  expect(canonical).toBe(`${site.url}/company`);
});

test('a page that an editor hides is noindex', () => {
  expect(readHead({ path: '/a', seo: { ...seo, isListed: false } }).meta('robots')).toBe('noindex, nofollow');
});

test('name and description of the site are those of the CMS in the current request', async () => {
  const { title, meta } = await runInOwnContext(async (c) => {
    c.set('siteTexts', {
      name: 'Lotmark',
      description: 'Parking.',
      callToAction: { headline: '', text: '', account: '', rsoc: '' },
    });
    return readHead({ path: '/prices' });
  });

  expect(title).toBe('Prices | Lotmark');
  expect(meta('og:site_name')).toBe('Lotmark');
  expect(meta('description')).toBe('Parking.');
  expect(readHead({ path: '/prices' }).title).toBe('Prices | Freehold');
});
