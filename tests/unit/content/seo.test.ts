import { expect, test } from 'vitest';
import { openSiteOn, openSiteWith, page, pages, post, posts, serveWordPress } from '../../support/wordpress-server.ts';

const EMPTY_FIELDS = { title: '', description: '', image: false, canonical: '', noindex: false };
const EMPTY_SEO = { title: '', description: '', image: null, canonical: null, isListed: true };

/** A `yoast_head_json` of Yoast SEO 22 with the properties that concern the site. */
const yoast = (more: Record<string, unknown> = {}) => ({
  title: 'Ways to save - The Delite',
  robots: { index: 'index', follow: 'follow' },
  og_description: 'Owning a home can get expensive. And buying one in the first place wasn&#8217;t exactly cheap.',
  og_site_name: 'The Delite',
  ...more,
});

const readSeo = async (fields: (url: string) => Record<string, unknown>, settings: Record<string, string> = {}) => {
  const wordpress = await serveWordPress();
  wordpress.setContent(posts(post({ slug: 'saving', ...fields(wordpress.url) })));
  const site = await openSiteOn(wordpress, settings);
  return { seo: (await site.readPost('saving'))?.seo, post: await site.readPost('saving'), warnings: site.warnings };
};

test('without metadata the texts are empty, there is no image, and the item is listed', async () => {
  expect((await readSeo(() => ({}))).seo).toEqual(EMPTY_SEO);
  expect((await readSeo(() => ({ seo: EMPTY_FIELDS, featured_image: false }))).seo).toEqual(EMPTY_SEO);
});

test('the fields of the item take precedence, and Yoast SEO fills those that are empty', async () => {
  const { seo } = await readSeo((url) => ({
    seo: { ...EMPTY_FIELDS, title: 'Save &amp; earn', canonical: 'https://example.org/saving' },
    yoast_head_json: yoast({
      description: 'How to save.',
      canonical: `${url}/saving/`,
      og_image: [{ width: 1728, height: 900, url: `${url}/wp-content/uploads/house.jpeg`, type: 'image/jpeg' }],
    }),
  }));

  expect(seo).toEqual({
    title: 'Save & earn',
    description: 'How to save.',
    image: { url: '/media/card/house.jpeg.jpg', alt: '', width: 1200, height: 630 },
    canonical: 'https://example.org/saving',
    isListed: true,
  });
});

test('the title of Yoast SEO is used without the name of the site, which the site adds itself', async () => {
  const { seo } = await readSeo((url) => ({ yoast_head_json: yoast({ canonical: `${url}/2022/11/saving/` }) }));

  // `og_description` and `canonical` are ignored: Yoast SEO derives them from the text and the permalink.
  expect(seo).toEqual({ ...EMPTY_SEO, title: 'Ways to save' });
});

test('the name of the site at the end of an editor’s title is removed', async () => {
  const { seo } = await readSeo(() => ({ seo: { ...EMPTY_FIELDS, title: 'Saving | Lotmark' } }), {
    SITE_NAME: 'Lotmark',
  });

  expect(seo?.title).toBe('Saving');
});

test('a permalink of Yoast SEO with a slug in another script is that of the item itself', async () => {
  const wordpress = await serveWordPress();
  const canonical = `${wordpress.url}/%d0%bd%d0%be%d0%b2%d0%be%d1%81%d1%82%d0%b8/`;
  wordpress.setContent(
    posts(post({ slug: '%d0%bd%d0%be%d0%b2%d0%be%d1%81%d1%82%d0%b8', yoast_head_json: yoast({ canonical }) })),
  );
  const site = await openSiteOn(wordpress, {});

  expect((await site.readPost('новости'))?.seo.canonical).toBeNull();
});

test('noindex of the item or of Yoast SEO hides the item from search engines', async () => {
  const noindex = yoast({ robots: { index: 'noindex', follow: 'follow' } });

  expect((await readSeo(() => ({ seo: { ...EMPTY_FIELDS, noindex: true } }))).seo?.isListed).toBe(false);
  expect((await readSeo(() => ({ seo: EMPTY_FIELDS, yoast_head_json: noindex }))).seo?.isListed).toBe(false);
});

test('shared links and posts without an image of their own show the featured image', async () => {
  const featured = (url: string) => ({
    url: `${url}/wp-content/uploads/f.jpg`,
    alt: 'A house',
    width: 900,
    height: 600,
  });
  const { seo, post: shown } = await readSeo((url) => ({ featured_image: featured(url) }));

  expect(seo?.image).toEqual({ url: '/media/card/f.jpg.jpg', alt: 'A house', width: 1200, height: 630 });
  expect(shown?.image).toMatchObject({ url: '/media/1600/f.jpg.webp', alt: 'A house' });

  const own = { url: '/pictures/own.webp', alt: '', width: 1600, height: 900 };
  const { post: withOwn } = await readSeo((url) => ({ featured_image: featured(url), acf: { image: own } }));
  expect(withOwn?.image).toMatchObject({ url: '/pictures/own.webp' });
});

test('shared links show an image of the site itself at its own URL and size', async () => {
  const image = { url: '/pictures/dashboard.webp', alt: 'Earnings', width: 1600, height: 1000 };

  expect((await readSeo(() => ({ seo: { ...EMPTY_FIELDS, image } }))).seo?.image).toEqual(image);
});

/** Reads one post for each canonical URL that an editor entered. */
const readCanonicals = async (...entered: readonly string[]) => {
  const fields = entered.map((canonical) => ({ seo: { ...EMPTY_FIELDS, title: 'Kept', canonical } }));
  const { listPosts, warnings } = await openSiteWith(posts(...fields.map((seo) => post(seo))));
  return { seo: (await listPosts()).map(({ seo }) => seo), warnings: warnings() };
};

test('a canonical URL is a path of the site or an https URL, without its fragment', async () => {
  const { seo } = await readCanonicals('/solutions', 'http://localhost:8080/solutions/', 'https://example.org/a?b=1#c');

  expect(seo.map(({ canonical }) => canonical)).toEqual(['/solutions', '/solutions', 'https://example.org/a?b=1']);
});

test('an unusable canonical URL is ignored with a warning', async () => {
  const unusable = ['http://example.org/a', '//example.org/a', 'javascript:alert(1)', '#here', 'mailto:a@example.org'];
  const { seo, warnings } = await readCanonicals(...unusable);

  expect(seo).toEqual(unusable.map(() => ({ ...EMPTY_SEO, title: 'Kept' })));
  expect(warnings.filter((warning) => warning.includes('ignoring an unusable canonical URL'))).toHaveLength(5);
});

test('invalid metadata is ignored with a warning, and the rest of the item is kept', async () => {
  const { post: shown, warnings } = await readSeo(() => ({
    seo: { title: ['a'] },
    yoast_head_json: yoast({ description: 'From Yoast', og_image: [{ url: 'https://cdn.example.org/a.jpg' }] }),
  }));

  expect(shown?.title).toBe('A title');
  expect(shown?.seo).toEqual({ ...EMPTY_SEO, title: 'Ways to save', description: 'From Yoast' });
  expect(warnings().join()).toContain('ignoring unusable metadata');
});

test('the list of pages contains the canonical URL of each page, and whether search engines should list it', async () => {
  const wordpress = await serveWordPress(
    pages(
      page({ slug: 'open' }),
      page({ slug: 'hidden', seo: { ...EMPTY_FIELDS, noindex: true } }),
      page({ slug: 'hidden-by-yoast', yoast_head_json: { robots: { index: 'noindex' } } }),
      page({ slug: 'copy', seo: { ...EMPTY_FIELDS, canonical: '/open' } }),
    ),
  );
  const { listPageSlugs } = await openSiteOn(wordpress);

  expect(Object.fromEntries((await listPageSlugs()).map(({ slug, seo }) => [slug, seo]))).toEqual({
    open: { canonical: null, isListed: true },
    hidden: { canonical: null, isListed: false },
    'hidden-by-yoast': { canonical: null, isListed: false },
    copy: { canonical: '/open', isListed: true },
  });
  expect(wordpress.requests.join()).toContain('yoast_head_json.robots');
});
