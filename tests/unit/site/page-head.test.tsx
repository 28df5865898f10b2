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

/** The title, the URLs of links by their relation, and the contents of `meta` elements by their names. */
const readHead = (head: Parameters<typeof PageHead>[0]): Properties =>
  Object.fromEntries(
    listElements(PageHead(head)).map(({ type, props }) =>
      type === 'title'
        ? ['title', props.children]
        : [props.name ?? props.property ?? props.rel, props.content ?? props.href],
    ),
  );

const seo = { description: '', image: null, canonical: null, isListed: true };
const about = { path: '/about-us', title: 'About us', description: 'Who we are.', seo };
const image = { url: '/media/card/a.jpg.jpg', alt: 'A house', width: 1200, height: 630 };

test.each<[string, Parameters<typeof PageHead>[0], Properties]>([
  [
    'without metadata from an editor has the defaults of the page',
    about,
    {
      title: 'About us | Freehold',
      description: 'Who we are.',
      'og:image': `${site.url}/og/about-us.png`,
      'og:image:alt': 'About us',
      canonical: `${site.url}/about-us`,
      alternate: `${site.url}/news/feed.xml`,
    },
  ],
  [
    'with an empty title has a title of its path',
    { path: '/lane-markings', title: '', seo },
    { title: 'Lane Markings | Freehold', 'og:title': 'Lane Markings | Freehold', 'og:image:alt': 'Lane Markings' },
  ],
  [
    'of a path that is not ASCII has encoded URLs',
    { path: '/caf%C3%A9-☕', title: 'Café', seo },
    {
      canonical: `${site.url}/caf%C3%A9-%E2%98%95`,
      'og:url': `${site.url}/caf%C3%A9-%E2%98%95`,
      'og:image': `${site.url}/og/caf%C3%A9-%E2%98%95.png`,
    },
  ],
  [
    'has the description, the image and the canonical URL of an editor',
    { ...about, seo: { ...seo, description: 'Since 2009.', image, canonical: '/company' } },
    {
      description: 'Since 2009.',
      'og:description': 'Since 2009.',
      'og:image': `${site.url}/media/card/a.jpg.jpg`,
      'twitter:image': `${site.url}/media/card/a.jpg.jpg`,
      'og:image:alt': 'A house',
      canonical: `${site.url}/company`,
    },
  ],
  [
    'of a page that an editor hides is noindex',
    { path: '/a', seo: { ...seo, isListed: false } },
    { robots: 'noindex, nofollow' },
  ],
])('the head %s', (_, head, expected) => {
  expect(readHead(head)).toMatchObject(expected);
});

test('name and description of the site are those of the CMS in the current request', async () => {
  const head = await runInOwnContext(async (c) => {
    c.set('siteTexts', {
      name: 'Lotmark',
      description: 'Parking.',
      callToAction: { headline: '', text: '', account: '', rsoc: '' },
    });
    return readHead({ path: '/prices' });
  });

  expect(head).toMatchObject({ title: 'Prices | Lotmark', 'og:site_name': 'Lotmark', description: 'Parking.' });
  expect(readHead({ path: '/prices' }).title).toBe('Prices | Freehold');
});
