import { expect, test } from 'vitest';
import { openSite, openSiteOn, openSiteWith, post, posts, serveWordPress } from '../../support/wordpress-server.ts';

test('posts are sorted newest first and have categories, author and image', async () => {
  const image = { url: '/pictures/feed.webp', alt: 'A feed', width: 1600, height: 900 };
  const { listPosts, listCategories } = await openSiteWith({
    ...posts(
      post({ id: 1, slug: 'old', date: '2026-01-01T09:00:00' }),
      post({
        id: 2,
        slug: 'new',
        title: 'Tier1 &amp; Tier2',
        date: '2026-02-01T09:00:00',
        categories: [51, 99],
        content: '<h3>One</h3><p>Text</p>',
        excerpt: { rendered: '<p>Welcome. Then start [&hellip;]</p>\n', protected: false },
        acf: { author: { name: 'Ada', role: '' }, image },
      }),
    ),
    '/wp-json/wp/v2/categories': [
      {
        id: 51,
        count: 1,
        name: 'Feeds &amp; payouts',
        slug: 'feeds',
        old_slugs: ['f%c3%a4den'],
        taxonomy: 'category',
      },
    ],
  });

  const [newest, oldest] = await listPosts();
  expect(newest).toEqual({
    id: 2,
    slug: 'new',
    title: 'Tier1 & Tier2',
    summary: 'Welcome. Then start…',
    lead: 'Welcome. Then start…',
    body: '<h2 id="one">One</h2><p>Text</p>',
    date: '2026-02-01T09:00:00.000Z',
    modified: '2026-02-03T04:05:06.000Z',
    author: { name: 'Ada', role: '' },
    categories: [{ slug: 'feeds', name: 'Feeds & payouts' }],
    image,
    seo: { title: '', description: '', image: null, canonical: null, isListed: true },
  });
  expect(oldest).toMatchObject({ slug: 'old', author: null, image: null, categories: [] });
  expect(await listCategories()).toEqual([
    { id: 51, slug: 'feeds', name: 'Feeds & payouts', count: 1, oldSlugs: ['fäden'] },
  ]);
});

test('the dates of an article have the UTC offset of WordPress, whose editors see the same day', async () => {
  const dates = [
    { date: '2026-03-29T00:00:00', date_gmt: '2026-03-28T23:00:00' },
    { date: '2026-03-29T23:30:00', date_gmt: '2026-03-29T21:30:00' },
    { date: '2026-03-28T19:00:00', date_gmt: '2026-03-29T00:30:00' },
    { date: '2026-03-29T06:00:00', date_gmt: '2026-03-29T00:15:00' },
  ];
  const modified = { modified: '2026-04-01T00:10:00', modified_gmt: '2026-03-31T22:10:00' };
  const { listPosts } = await openSiteWith(posts(...dates.map((one) => post({ ...one, ...modified }))));
  const read = await listPosts();

  expect(read.map(({ date }) => date)).toEqual([
    '2026-03-29T23:30:00+02:00',
    '2026-03-28T19:00:00-05:30',
    '2026-03-29T06:00:00+05:45',
    '2026-03-29T00:00:00+01:00',
  ]);
  expect(read[0]?.modified).toBe('2026-04-01T00:10:00+02:00');
});

test('a scheduled article, which was last changed before it appeared, counts as modified when it appears', async () => {
  const modified = { modified: '2026-05-01T10:00:00', modified_gmt: '2026-05-01T08:00:00' };
  const { listPosts } = await openSiteWith(
    posts(post({ date: '2026-05-20T09:00:00', date_gmt: '2026-05-20T07:00:00', ...modified })),
  );

  expect(await listPosts()).toMatchObject([
    { date: '2026-05-20T09:00:00+02:00', modified: '2026-05-20T09:00:00+02:00' },
  ]);
});

test('a date is in UTC if its local time is missing or cannot be right', async () => {
  const dates = [null, 'yesterday', '2026-05-20T09:00:00', '2026-05-01T09:00:30'];
  const { listPosts } = await openSiteWith(
    posts(...dates.map((date) => post({ date, date_gmt: '2026-05-01T09:00:00' }))),
  );

  expect((await listPosts()).map(({ date }) => date)).toEqual(dates.map(() => '2026-05-01T09:00:00.000Z'));
});

test('an excerpt that repeats the text, as automatic excerpts do, is not used as the lead', async () => {
  const content =
    '<figure class="wp-block-image"><img src="/pictures/a.webp" alt="" width="2" height="1"></figure>' +
    '<p class="wp-block-paragraph">The first paragraph of this text is so long that WordPress cuts it off, which it does after 55 words.</p>' +
    '<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>';
  const cutOff = '<p>The first paragraph of this text is so long that WordPress cuts it off [&hellip;]</p>';
  const whole = '<p>OneTwo</p>';
  const written = '<p>What the first paragraph says, in short.</p>';
  const excerpts = [cutOff, whole, written, ''];
  const { listPosts } = await openSiteWith(
    posts(...excerpts.map((excerpt, index) => post({ id: index + 1, content, excerpt: { rendered: excerpt } }))),
  );
  const leads = (await listPosts()).toSorted((a, b) => a.id - b.id).map(({ lead }) => lead);

  expect(leads).toEqual(['', '', 'What the first paragraph says, in short.', '']);
});

// WordPress makes these slugs of titles: it keeps every character beyond ASCII that it cannot replace by a letter.
test.each(['payouts-🎉', '§-15-mstv', '全角\u3000スペース'])(
  'a post is found by its slug %s, percent-encoded or not',
  async (slug) => {
    const encoded = encodeURIComponent(slug);
    const { listPosts, readPost } = await openSiteWith(
      posts(post({ slug: encoded.toLowerCase() }), post({ slug: 'x' })),
    );

    expect((await readPost(slug))?.slug).toBe(slug);
    expect((await readPost(encoded))?.slug).toBe(slug);
    expect((await listPosts()).map((listed) => listed.slug)).toContain(slug);
    expect(await readPost('unknown')).toBeNull();
  },
);

test('invalid slugs cause no request', async () => {
  const wordpress = await serveWordPress(posts());
  const { readPost, readEvent, readPage } = await openSiteOn(wordpress);

  for (const slug of [
    '.env',
    '',
    'a/b',
    'A',
    '%E0%A4%A',
    'a b',
    'x'.repeat(201),
    '../faq',
    '%2e%2e',
    'a%00',
    'a\u0085',
  ])
    expect(await Promise.all([readPost(slug), readEvent(slug), readPage(slug)]), slug).toEqual([null, null, null]);
  expect(wordpress.requests).toEqual([]);
});

test('a password-protected post and a draft are neither listed nor found', async () => {
  const { listPosts, readPost } = await openSiteWith(
    posts(
      { ...post({ slug: 'locked' }), content: { rendered: '', protected: true } },
      post({ slug: 'draft', status: 'draft' }),
    ),
  );

  expect(await listPosts()).toEqual([]);
  expect(await readPost('locked')).toBeNull();
  expect(await readPost('draft')).toBeNull();
});

test('an invalid post does not count as missing: the snapshot is used', async () => {
  const { readPost } = await openSiteWith(posts({ ...post({ slug: 'from-the-snapshot' }), title: null }));

  expect((await readPost('from-the-snapshot'))?.id).toBe(3);
});

test('the snapshot filters by slug and sorts like WordPress', async () => {
  const { listPosts, readPost } = await openSite({
    snapshot: posts(
      post({ id: 1, slug: 'a', date: '2026-01-01T00:00:00' }),
      post({ id: 2, slug: 'b', date: '2026-02-01T00:00:00' }),
      post({ id: 3, slug: 'c', status: 'draft' }),
    ),
  });

  expect((await listPosts()).map(({ slug }) => slug)).toEqual(['b', 'a']);
  expect((await readPost('a'))?.id).toBe(1);
  expect(await readPost('c')).toBeNull();
});
