import { expect, test } from 'vitest';
import { toContentSchema } from '../../../src/content/content-schema.ts';
import { checkContent } from '../../../wordpress/check/check-content.ts';
import { Content } from '../../../wordpress/check/content.ts';
import { page as entry } from '../../support/wordpress-server.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

type Values = Readonly<Record<string, unknown>>;

const item = ({ title = 'Pricing', ...more }: Values = {}) =>
  entry({ id: 1, slug: 'pricing', title, content: '<p>Text.</p>', ...more });

const event = (acf: Values, more: Values = {}) =>
  item({ slug: 'summit', title: 'Summit', acf: { time_zone: 'Europe/Berlin', ...acf }, ...more });

const page = (...blocks: readonly Values[]) => ({ 'wp/v2/pages': [item({ acf: { blocks } })] });

const button = (url: string) => ({ acf_fc_layout: 'button', label: 'Go', url });
const text = (html: string, more: Values = {}) => ({ acf_fc_layout: 'text', html, ...more });
const hero = (more: Values) => ({ acf_fc_layout: 'hero', headline: 'a', ...more });
const cards = (...titles: string[]) => ({ acf_fc_layout: 'cards', cards: titles.map((title) => ({ title })) });

const picture = { url: '/pictures/a.webp', alt: 'A booth', width: 1600, height: 1000 };
const split = (image: Values, more: Values = {}) => ({ acf_fc_layout: 'split', html: 'a', image, ...more });
const gallery = (...urls: string[]) => ({ acf_fc_layout: 'gallery', images: urls.map((url) => ({ ...picture, url })) });

const check = (files: Values, hasFile = (path: string) => path.startsWith('/pictures/')) =>
  checkContent(Content.parse(files), { now: NOW, hasFile }).flatMap(({ name, findings }) =>
    findings.map(({ severity, where, message }) => `${severity}: ${[name, ...where].join(' › ')}: ${message}`),
  );

const PAGE = 'Page “Pricing” (/pricing)';

test('the examples of the schema have no findings other than links to sections of the page /solutions', () => {
  const blocks = toContentSchema().blocks.map(({ layout, example }) => ({ acf_fc_layout: layout, ...example }));
  const solutions = item({
    slug: 'solutions',
    acf: { blocks: [{ acf_fc_layout: 'split', anchor: 'portfolio', html: 'a' }] },
  });
  const files = { 'wp/v2/pages': [item({ acf: { blocks } }), solutions] };

  expect(check(files).filter((finding) => !finding.includes('/solutions#'))).toEqual([]);
});

test.each<[string, Values]>([
  ['(accordian): The site has no block', { acf_fc_layout: 'accordian' }],
  ['(Opening section) › Headline: This is empty', hero({ headline: '', text: 'a' })],
  ['(Cards) › Cards › Card 2 › Title: This is empty', cards('One', '')],
  [
    '(Text and picture) › Side of the picture: “Left” is not possible. Use “left” or “right”.',
    split({}, { image: false, image_side: 'Left' }),
  ],
  ['(Email link) › Email address: “a” is not', { acf_fc_layout: 'mailto', email: 'a' }],
  ['(Button) › Link: “javascript:alert(1)” is not a link', button('javascript:alert(1)')],
  ['(Button) › Link: The link “/price” leads to a page that does not exist.', button('/price')],
  ['(Text) › Text: The link “/price” leads to a page that does not exist.', text('<p><a href="/price">Prices</a></p>')],
  [
    '(Gallery) › Pictures › Picture 2: The picture “https://elsewhere.example/a.jpg” cannot be shown',
    gallery(picture.url, 'https://elsewhere.example/a.jpg'),
  ],
  ['(Gallery) › Pictures › Picture 1: The picture “/deleted.webp” does not exist any more.', gallery('/deleted.webp')],
  ['(Text and picture) › Picture: The picture has no address or no size', split({ url: picture.url, alt: 'a' })],
])('the error is reported: Block 1 %s', (finding, block) => {
  expect(check(page(block))).toEqual([expect.stringContaining(`error: ${PAGE} › Block 1 ${finding}`)]);
});

test.each<[string, Values]>([
  ['(Button) › Link: The link “#costs” leads to a section', button('#costs')],
  ['(Text and picture) › Picture: The picture has no alternative text.', split({ ...picture, alt: '' })],
  [
    '(Text and picture) › Picture: The picture is 600 pixels wide and looks blurred. Use one with at least 1200.',
    split({ ...picture, width: 600 }),
  ],
  [
    '(Text) › Text: The picture “/pictures/a.webp” has no alternative text.',
    text('<img src="/pictures/a.webp" width="10" height="10" alt="">'),
  ],
  ['(Text) › Text: Embedded content (“form”) is left out.', text('<form><button>Send</button></form>')],
  ['(Opening section) › Headline: The text has 71 characters. Shorten it to 70', hero({ headline: 'a'.repeat(71) })],
  [
    '(Opening section) › Points: There are 4 entries. More than 3 do not fit.',
    hero({ points: [1, 2, 3, 4].map((point) => ({ text: point })) }),
  ],
  [
    '(Names with icons) › Names › Name 1 › Icon',
    { acf_fc_layout: 'logos', logos: [{ name: 'A', icon: 'tabler:none' }] },
  ],
  ['(Text): The block has no field “headlin”', text('a', { headlin: 'A' })],
  ['(Text): The block is empty', text('', { label: 'A' })],
])('the warning is reported: Block 1 %s', (finding, block) => {
  expect(check(page(block))).toEqual([expect.stringContaining(`warning: ${PAGE} › Block 1 ${finding}`)]);
});

test('a portrait needs no alternative text, because the name is shown beside it', () => {
  const image = { ...picture, alt: '' };

  expect(check(page({ acf_fc_layout: 'people', people: [{ name: 'Ada', image }] }))).toEqual([]);
});

test('links to pages, posts, events, files, sections and other websites have no findings', () => {
  const links = [
    '/',
    '/FAQ',
    '/faq#faq-7',
    '/contact#write',
    '/pricing/',
    '/news-1',
    '/events/summit.ics',
    '/news/feed.xml',
  ];
  const html = [
    ...links,
    '/pictures/a.pdf',
    '#costs',
    '/pricing#what-you-pay-more',
    'https://example.com',
    'mailto:a@example.com',
  ]
    .map((href) => `<a href="${href}">a</a>`)
    .join('');
  const blocks = [
    { acf_fc_layout: 'split', anchor: 'Costs', html },
    { acf_fc_layout: 'text', headline: 'What you pay', html: '<h3>More</h3>' },
  ];

  const findings = check({
    ...page(...blocks),
    'wp/v2/posts': [item({ id: 2, slug: 'news-1' })],
    'wp/v2/events': [event({ start_date: '2027-01-01 09:00:00' })],
    'wp/v2/faq': [item({ id: 7 })],
  });

  expect(findings).toEqual([]);
});

test.each<[string, Values]>([
  ['error: Event “Summit” (/events/summit) › Starts: This is empty', { 'wp/v2/events': [event({})] }],
  [
    'error: Event “Summit” (/events/summit) › Starts: “01.03.2027” is not a date. Write it like 2026-11-24 09:00:00.',
    { 'wp/v2/events': [event({ start_date: '01.03.2027' })] },
  ],
  [
    'error: Event “Summit” (/events/summit) › Time zone: “Berlin” is not a time zone.',
    { 'wp/v2/events': [event({ start_date: '2027-03-01 09:00:00', time_zone: 'Berlin' })] },
  ],
  [
    'error: Event “Summit” (/events/summit) › Ends: The event ends before it starts.',
    { 'wp/v2/events': [event({ start_date: '2027-03-02 09:00:00', end_date: '2027-03-01 09:00:00' })] },
  ],
  [
    'error: Home page (/) › Questions: Question 8 is not published',
    { 'api/homepage': { acf: { faq: [7, 8] } }, 'wp/v2/faq': [item({ id: 7 })] },
  ],
  ['error: Question “Pricing” (/faq) › Text: The question has no answer.', { 'wp/v2/faq': [item({ content: '' })] }],
  [
    'Title: It has 61 characters. More than 60 may not fit: shorten it.',
    { 'wp/v2/posts': [item({ title: 'a'.repeat(61) })] },
  ],
  [
    'Slug: A page has the slug “pricing” too, so visitors never see this post.',
    { ...page(), 'wp/v2/posts': [item({ id: 2 })] },
  ],
  [
    'error: Redirects › /old: The link “/nowhere” leads to a page that does not exist.',
    { ...page(), 'api/redirects': { redirects: [{ from: '/old', to: '/nowhere', status: 301 }] } },
  ],
])('of an item is reported: %s', (finding, files) => {
  expect(check(files)).toEqual([expect.stringContaining(finding)]);
});

test('an event that has ended needs a recap, unless it was edited since', () => {
  const over = { start_date: '2026-10-01 09:00:00', end_date: '2026-10-02 17:00:00' };
  const edited = { modified_gmt: '2026-10-05T09:00:00' };

  expect(check({ 'wp/v2/events': [event(over)] })).toEqual([
    expect.stringContaining(
      'warning: Event “Summit” (/events/summit): The event ended on 2026-10-02 and has no recap.',
    ),
  ]);
  expect(check({ 'wp/v2/events': [event(over, edited)] })).toEqual([]);
  expect(check({ 'wp/v2/events': [event({ ...over, recap_html: '<p>It was full.</p>' })] })).toEqual([]);
});

test('a link to an old address that redirects is a warning with the new address', () => {
  const files = {
    'wp/v2/pages': [item({ content: '<p><a href="/old-prices">Prices</a></p>' })],
    'api/redirects': { redirects: [{ from: '/old-prices', to: '/pricing', status: 301 }] },
  };

  expect(check(files)).toEqual([
    `warning: ${PAGE} › Text: The link “/old-prices” leads to an old address. Use the new one: /pricing`,
  ]);
});

test('long texts for search engines, a small picture and a canonical URL without a page are reported', () => {
  const seo = {
    title: 'x'.repeat(60),
    description: 'x'.repeat(161),
    canonical: '/nowhere',
    image: { ...picture, width: 600 },
  };

  expect(check({ 'wp/v2/pages': [item({ seo })], 'api/site': { seo: { homepage: { canonical: '/gone' } } } })).toEqual([
    expect.stringMatching(/^error: Home page .* › Search and sharing › Canonical address: The link “\/gone”/),
    expect.stringMatching(/› Search and sharing › Title: It has 71 characters with the name of the site/),
    expect.stringMatching(/› Search and sharing › Description: It has 161 characters/),
    expect.stringMatching(/› Search and sharing › Picture: It has 600 × 1000 pixels/),
    expect.stringMatching(/^error: .* › Search and sharing › Canonical address: The link “\/nowhere”/),
  ]);
});

test('broken links of notices and menus are reported, and so are notices that have ended', () => {
  const notices = [{ text: 'Closed', url: '/nowhere', from: '', until: '2026-11-01T00:00:00Z' }];
  const items = [
    { label: 'FAQ', url: '/faq', children: [] },
    { label: 'More', url: '', children: [{ label: 'Old', url: '/old', children: [] }] },
  ];

  expect(check({ 'api/site': { notices, menus: { header: { name: 'Main', items }, legal: null } } })).toEqual([
    expect.stringMatching(/^error: Website › Notice “Closed”: The link “\/nowhere”/),
    'warning: Website › Notice “Closed”: It ended on 2026-11-01, so nobody sees it. Remove it.',
    expect.stringMatching(/^error: Website › Menu “Main” › More › Old: The link “\/old”/),
  ]);
});
