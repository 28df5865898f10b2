import { expect, test } from 'vitest';
import { openSiteOn, openSiteWith, page, pages, post, posts, serveWordPress } from '../../support/wordpress-server.ts';

const readBlocks = async (...blocks: unknown[]) => {
  const site = await openSiteWith(pages(page({ slug: 'solutions', acf: { blocks } })));
  return { blocks: (await site.readPage('solutions'))?.blocks, ...site };
};

const image = { url: '/pictures/a.webp', alt: 'A', width: 16, height: 9 };
const head = { label: 'P1', headline: 'Payouts' };

test('fields of blocks get the names of the site, and lists, texts, links and anchors are cleaned', async () => {
  const rows = [
    {
      acf_fc_layout: 'hero',
      ...head,
      text: 'T',
      points: [{ text: 'a' }],
      buttons: [{ label: 'Go', url: '/solutions/#RSOC' }],
      image,
    },
    { acf_fc_layout: 'text', ...head, html: '<h2>When</h2><p>x</p>' },
    { acf_fc_layout: 'text', label: '', headline: 'FAQ', html: '<h2>12</h2>' },
    { acf_fc_layout: 'split', anchor: 'RSOC', ...head, html: '<p>x</p>', image, image_side: 'left', buttons: false },
    { acf_fc_layout: 'cards', ...head, cards: [{ icon: 'tabler:route', title: 'T', text: 'x', url: '' }] },
    {
      acf_fc_layout: 'table',
      ...head,
      caption: 'C',
      head: [{ text: 'a' }],
      rows: [{ cells: [{ text: '1' }, { text: '' }] }],
    },
    { acf_fc_layout: 'mailto', label: 'Write', email: 'a@example.org', subject: '{brand} Website' },
  ];
  const { blocks, warnings } = await readBlocks(...rows);

  expect(blocks).toEqual([
    { layout: 'hero', ...head, text: 'T', points: ['a'], buttons: [{ label: 'Go', url: '/solutions#rsoc' }], image },
    { layout: 'text', ...head, html: '<h3 id="payouts-when">When</h3><p>x</p>' },
    { layout: 'text', label: '', headline: 'FAQ', html: '<h3 id="section-faq-12">12</h3>' },
    { layout: 'split', anchor: 'rsoc', ...head, html: '<p>x</p>', image, imageSide: 'left', buttons: [] },
    { layout: 'cards', ...head, cards: [{ icon: 'tabler:route', title: 'T', text: 'x', url: null }] },
    { layout: 'table', ...head, caption: 'C', head: ['a'], rows: [['1', '']] },
    { layout: 'mailto', label: 'Write', email: 'a@example.org', subject: 'Freehold Website' },
  ]);
  expect(warnings()).toEqual([]);
});

test('an empty field of a block may have any of ACF’s empty values', async () => {
  for (const empty of [false, null, '', []]) {
    const { blocks } = await readBlocks({
      acf_fc_layout: 'split',
      html: empty,
      image: empty,
      buttons: empty,
      image_side: empty,
    });
    expect(blocks).toMatchObject([{ headline: '', html: '', image: null, buttons: [], imageSide: 'right' }]);
  }
});

test('an invalid field of a block counts as empty and is logged, and the block is kept', async () => {
  const link = { title: 'Go', url: '/faq', target: '' };
  const invalid = { html: ['x'], image: 'a.jpg', buttons: 'none', image_side: 'Left' };
  const { blocks, warnings } = await readBlocks(
    { acf_fc_layout: 'split', headline: 'Kept', ...invalid },
    { acf_fc_layout: 'cards', cards: [{ title: 'Kept', url: link }] },
  );

  expect(blocks).toMatchObject([
    { headline: 'Kept', html: '', image: null, buttons: [], imageSide: 'right' },
    { cards: [{ title: 'Kept', url: null }] },
  ]);
  expect(warnings().filter((warning) => warning.includes('expected one of left, right'))).toHaveLength(1);
});

test('blocks of an unknown layout are skipped and logged once, and other blocks are kept', async () => {
  const { blocks, warnings, readPage } = await readBlocks(
    { acf_fc_layout: 'carousel' },
    { acf_fc_layout: 'global_cta' },
    7,
  );
  await readPage('solutions');

  expect(blocks).toEqual([{ layout: 'globalCta' }]);
  expect(warnings().filter((warning) => warning.includes('carousel'))).toHaveLength(1);
});

test('a page has a label, a description and a body, which is null if the content is empty', async () => {
  const { readPage, listPageSlugs } = await openSiteWith(
    pages(
      page({ slug: 'imprint', title: 'Imprint', content: '<h1>We</h1>', acf: { label: 'Legal', description: '' } }),
      page({ slug: 'empty', content: '', acf: false }),
    ),
  );

  expect(await readPage('imprint')).toMatchObject({
    title: 'Imprint',
    label: 'Legal',
    description: 'In short — this.',
    body: '<h2 id="we">We</h2>',
    blocks: [],
  });
  expect(await readPage('empty')).toMatchObject({ body: null, label: '', blocks: [] });
  expect(await readPage('nowhere')).toBeNull();
  expect((await listPageSlugs()).map(({ slug }) => slug).toSorted()).toEqual(['empty', 'imprint']);
});

const withoutFields = ({ acf: _, ...rest }: Record<string, unknown>) => rest;

test('pages without the key acf are an error: the last known content is served, and health and log report it', async () => {
  const blocks = [{ acf_fc_layout: 'global_cta' }];
  const about = page({ slug: 'about-us', acf: { blocks } });
  const wordpress = await serveWordPress(pages(about));
  const { readPage, contentHealth, warnings } = await openSiteOn(wordpress);
  await readPage('about-us');
  wordpress.setContent(pages(withoutFields(about)));

  for (let count = 0; count < 3; count += 1) expect((await readPage('about-us'))?.blocks).toHaveLength(1);
  expect(contentHealth()).toMatchObject({ ok: false, failing: ['page'] });
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('without acf: is the plugin Site Companion active?');
});

test('a post without the key acf is valid', async () => {
  const { readPost } = await openSiteWith(posts(withoutFields(post({ slug: 'plain' }))));

  expect(await readPost('plain')).toMatchObject({ slug: 'plain', author: null, image: null });
});
