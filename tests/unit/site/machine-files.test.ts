import { expect, onTestFinished, test, vi } from 'vitest';

/** Loads the site modules anew with these settings. */
const open = async (settings: Record<string, string> = {}) => {
  vi.resetModules();
  for (const [name, value] of Object.entries({
    SITE_URL: 'https://lotmark.example',
    SITE_NAME: 'Lotmark',
    ...settings,
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const [robots, sitemap, feed, calendar, urls] = await Promise.all([
    import('../../../src/site/robots.ts'),
    import('../../../src/site/sitemap.ts'),
    import('../../../src/site/feed.ts'),
    import('../../../src/site/calendar.ts'),
    import('../../../src/site/urls.ts'),
  ]);
  return { ...robots, ...sitemap, ...feed, ...calendar, ...urls };
};

test('if the site is not indexable, robots.txt disallows everything and pages are noindex', async () => {
  const { toRobots, robotsDirective } = await open({ SITE_INDEXABLE: 'false' });

  expect(toRobots()).toBe('User-agent: *\nDisallow: /\n');
  expect(robotsDirective()).toBe('noindex, nofollow');
});

test('robots.txt of an indexable site names the sitemap', async () => {
  const { toRobots, robotsDirective } = await open({ SITE_INDEXABLE: 'true' });

  expect(toRobots()).toContain('Sitemap: https://lotmark.example/sitemap.xml');
  expect(robotsDirective()).toMatch(/^index, follow/);
});

test('the sitemap has each page once, with its last change and its images', async () => {
  const { toSitemap } = await open();
  const sitemap = await toSitemap([
    { path: '/news' },
    { path: '/news', modified: '2026-10-01T08:00:00.000Z' },
    { path: '/events/oslo', images: [{ url: '/pictures/booth.webp', alt: 'Booth & sign' }] },
  ]);

  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://lotmark.example/events/oslo</loc>',
    '<loc>https://lotmark.example/news</loc>',
  ]);
  expect(sitemap).toContain('<lastmod>2026-10-01T08:00:00.000Z</lastmod>');
  expect(sitemap).toContain('<image:loc>https://lotmark.example/pictures/booth.webp</image:loc>');
});

test('the sitemap omits pages hosted elsewhere', async () => {
  const { toSitemap } = await open({ PRIVACY_POLICY_URL: 'https://example.org/privacy' });
  const sitemap = await toSitemap([{ path: '/privacy-policy' }, { path: '/agb.php' }]);

  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual(['<loc>https://lotmark.example/agb.php</loc>']);
});

test('with SITE_TRAILING_SLASH all page URLs end with a slash, file URLs do not', async () => {
  const { toSitePath, toSitemap } = await open({ SITE_TRAILING_SLASH: 'true' });

  expect(['/', '/faq', '/events/oslo/', '/agb.php', '/news/feed.xml'].map(toSitePath)).toEqual([
    '/',
    '/faq/',
    '/events/oslo/',
    '/agb.php',
    '/news/feed.xml',
  ]);
  expect(await toSitemap([{ path: '/faq' }])).toContain('<loc>https://lotmark.example/faq/</loc>');
});

test('the feed is Atom, with absolute links and escaped content', async () => {
  const { toNewsFeed } = await open();
  const feed = toNewsFeed([
    {
      path: '/a-post',
      title: 'Feeds & figures <today>',
      summary: 'Short.',
      body: '<p><a href="/faq">FAQ</a> <img src="/pictures/a.webp" alt=""></p>',
      published: '2026-09-01T08:00:00.000Z',
      modified: '2026-09-02T08:00:00.000Z',
      author: 'Mara',
      categories: ['Platform'],
    },
  ]);

  expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
  expect(feed).toContain('<link rel="self" href="https://lotmark.example/news/feed.xml"');
  expect(feed).toContain('<published>2026-09-01T08:00:00.000Z</published>');
  expect(feed).toContain('<updated>2026-09-02T08:00:00.000Z</updated>');
  expect(feed).toContain('href="https://lotmark.example/faq"');
  expect(feed).toContain('src="https://lotmark.example/pictures/a.webp"');
  expect(feed).not.toContain('<today>');
});

test('the feed is well-formed for any title or category', async () => {
  const { toNewsFeed } = await open();
  const article = { path: '/a', summary: '', body: '<p>a\u0008b</p>', author: null };
  const instants = { published: '2026-09-01T08:00:00.000Z', modified: '2026-09-02T08:00:00.000Z' };
  const feed = toNewsFeed([
    { ...article, ...instants, title: 'A\u0008B \ud800', categories: ['Portfolios < 100 & "more" domains'] },
  ]);

  expect(feed).toContain('label="Portfolios &lt; 100 &amp; &quot;more&quot; domains"');
  expect(feed).toContain('<p>ab</p>');
  expect(feed).not.toContain('\u0008');
  expect(feed.isWellFormed()).toBe(true);
});

test('a calendar file has UTC times and lines of at most 75 octets that end with CRLF', async () => {
  const { toCalendar } = await open();
  const calendar = toCalendar({
    slug: 'oslo',
    title: 'Bays, lanes; and a very long name of an event that would not fit into one line of the format',
    summary: 'Two lines\nof text.',
    startsAt: '2026-11-26T08:00:00.000Z',
    endsAt: '2026-11-27T16:00:00.000Z',
    modified: '2026-10-01T08:00:00.000Z',
    location: 'Hall 3, Oslo, Norway',
  });
  const lines = calendar.split('\r\n');

  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(calendar).toContain('DTSTART:20261126T080000Z');
  expect(calendar).toContain('DTEND:20261127T160000Z');
  expect(calendar).toContain('UID:oslo@lotmark.example');
  expect(calendar).toContain('LOCATION:Hall 3\\, Oslo\\, Norway');
  expect(calendar).toContain('SUMMARY:Bays\\, lanes\\; and');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(calendar.replaceAll('\r\n', '')).not.toContain('\n');
  expect(calendar).toMatch(/\r\nEND:VCALENDAR\r\n$/);
});
