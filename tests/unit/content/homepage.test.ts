import { expect, test } from 'vitest';
import {
  faq as faqContent,
  faqItem,
  faqPage,
  homepage,
  openSite,
  openSiteOn,
  openSiteWith,
  serveWordPress,
} from '../../support/wordpress-server.ts';

const IDS = Array.from({ length: 12 }, (_, index) => index + 1);

test('the home page requests its questions exactly as specified', async () => {
  const wordpress = await serveWordPress({
    ...homepage({ testimonials: false, faq: [4, 5] }),
    ...faqContent(faqItem({ id: 4 }), faqItem({ id: 5 })),
  });
  const { readHomepage } = await openSiteOn(wordpress);

  await readHomepage();

  expect(wordpress.requests).toEqual(['/wp-json/api/homepage', '/wp-json/wp/v2/faq?include=4,5&order=asc']);
});

test('more questions than WordPress sends by default are all shown', async () => {
  const { readHomepage } = await openSiteWith({
    ...homepage({ faq: IDS }),
    ...faqContent(...IDS.map((id) => faqItem({ id }))),
  });

  expect((await readHomepage()).faq).toHaveLength(IDS.length);
});

test.each([
  ['an empty relationship', { faq: [], testimonials: false }],
  ['a missing relationship', { testimonials: [] }],
  ['null everywhere', { faq: null, testimonials: null }],
  ['empty texts', { faq: '', testimonials: '' }],
  ['nothing ever saved', false],
  ['a type without fields', []],
])('%s causes no request for questions and results in an empty home page', async (_name, acf) => {
  const wordpress = await serveWordPress({ ...homepage(acf), ...faqContent(faqItem(), faqItem()) });
  const { readHomepage } = await openSiteOn(wordpress);

  expect(await readHomepage()).toMatchObject({ testimonials: [], faq: [] });
  expect(wordpress.requests).toEqual(['/wp-json/api/homepage']);
});

test('texts of the home page replace the defaults one by one, with the name of the site for {brand}', async () => {
  const { readHomepage } = await openSiteWith(
    homepage({
      hero: { headline: 'Park with {brand}', points: { second: { title: 'Four feeds' } } },
      company: { figures: { first: { value: '3 million' } } },
    }),
    { SITE_NAME: 'Lotmark' },
  );

  const { hero, company, platform } = (await readHomepage()).texts;

  expect(hero.headline).toBe('Park with Lotmark');
  expect(hero.points).toMatchObject({
    first: { title: 'Optimized on every level' },
    second: { title: 'Four feeds', text: expect.stringMatching(/^Access to a large Tier1 search feed/) },
  });
  expect(company.figures.first).toEqual({ name: 'Domains', value: '3 million' });
  expect(platform.headline).toBe('Discover the Lotmark platform');
});

test('drafts, deleted and password-protected questions are skipped without a warning', async () => {
  const { readHomepage, warnings } = await openSiteWith({
    ...homepage({ faq: [1, 2, 3, 999] }),
    ...faqContent(faqItem({ id: 1 }), faqItem({ id: 2, status: 'draft' }), {
      ...faqItem({ id: 3 }),
      content: { rendered: '', protected: true },
    }),
  });

  expect((await readHomepage()).faq.map(({ id }) => id)).toEqual([1]);
  expect(warnings()).toEqual([]);
});

test('questions can be selected by id, by numeric string or by post object', async () => {
  const wordpress = await serveWordPress({
    ...homepage({ faq: [{ ID: 4, post_title: 'x' }, '5', 4] }),
    ...faqContent(faqItem({ id: 4 }), faqItem({ id: 5 })),
  });
  const { readHomepage } = await openSiteOn(wordpress);

  expect((await readHomepage()).faq).toHaveLength(2);
  expect(wordpress.requests[1]).toContain('include=4,5&');
});

test('a question with only id, title and content is valid', async () => {
  const { readHomepage } = await openSiteWith({
    ...homepage({ faq: [4] }),
    ...faqContent({
      id: 4,
      title: { rendered: 'What&#8217;s included?' },
      content: { rendered: '<p>Everything.</p>\n<p>Now.</p>\n' },
    }),
  });

  expect((await readHomepage()).faq).toMatchObject([
    { question: 'What’s included?', answerText: 'Everything. Now.', searchTerms: '', topic: null },
  ]);
});

test('a testimonial has texts, a sanitized quote and an image', async () => {
  const image = { ID: 30, url: '/pictures/ada.webp', alt: 'Ada', width: 80, height: '80', sizes: {} };
  const { readHomepage } = await openSiteWith(
    homepage({
      testimonials: [
        { name: 'Ada', role: "It's <b>bold</b> & fine", quote: '<p onclick="x()">Great &amp; fast.</p>\n', image },
        { name: 'Grace', role: '', quote: false, image: false },
      ],
    }),
  );

  expect((await readHomepage()).testimonials).toEqual([
    {
      name: 'Ada',
      role: "It's bold & fine",
      quote: '<p>Great &amp; fast.</p>',
      image: { url: '/pictures/ada.webp', alt: 'Ada', width: 80, height: 80 },
    },
    { name: 'Grace', role: '', quote: '', image: null },
  ]);
});

test('the introduction of the FAQ is read; if it was never saved, its texts are empty', async () => {
  const filled = {
    subheadline: 'FAQ',
    headline: 'Questions & answers about {brand}',
    under_headline_content_html: '<h2>More</h2><p>Can’t find it? <a href="mailto:hi@example.org">Ask us</a>.</p>\n',
  };
  const wordpress = await serveWordPress(faqPage({ faq: filled }));
  const { readFaqPage } = await openSiteOn(wordpress, { SITE_NAME: 'Acre & Sons' });

  expect(await readFaqPage()).toEqual({
    subheadline: 'FAQ',
    headline: 'Questions & answers about Acre & Sons',
    underHeadline: '<h2 id="more">More</h2><p>Can’t find it? <a href="mailto:hi@example.org">Ask us</a>.</p>',
    description: 'More Can’t find it? Ask us.',
  });
  expect(wordpress.requests).toEqual(['/wp-json/api/faqpage']);

  wordpress.setContent(faqPage(false));
  expect(await readFaqPage()).toMatchObject({ subheadline: '', headline: '', underHeadline: '' });
});

test('without a CMS the snapshot is used', async () => {
  const { readHomepage, readFaqPage, contentHealth } = await openSite();

  expect(await readHomepage()).toMatchObject({
    testimonials: [{ name: 'Snapshot' }],
    faq: [{ question: 'From the snapshot?' }],
  });
  expect((await readFaqPage()).headline).toBe('From the snapshot');
  expect(contentHealth()).toEqual({ source: 'snapshot', ok: true, failing: [], lastSuccess: null, lastFailure: null });
});

test('an invalid snapshot throws an error that names the file or path', async () => {
  const { readHomepage, readFaqPage } = await openSite({
    snapshot: { '/wp-json/api/homepage': '{"acf":', '/wp-json/api/faqpage': [] },
  });

  await expect(readHomepage()).rejects.toThrow(/homepage\.json cannot be read as JSON/);
  await expect(readFaqPage()).rejects.toThrow('snapshot answers /wp-json/api/faqpage in the wrong shape');
});

test.each([
  ['/wp-json/api/homepage', 'homepage'],
  ['/wp-json/api/faqpage', 'faq page'],
])('a response of %s without the key acf is an error, not an empty page', async (path, reader) => {
  const { readHomepage, readFaqPage, contentHealth, warnings } = await openSiteWith({ [path]: {} });
  const [home, intro] = await Promise.all([readHomepage(), readFaqPage()]);

  expect(home.testimonials).toMatchObject([{ name: 'Snapshot' }]);
  expect(intro.headline).toBe('From the snapshot');
  expect(contentHealth().failing).toContain(reader);
  expect(warnings().join()).toContain(`${path} in the wrong shape: acf: is missing`);
});
