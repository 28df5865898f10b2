import { renderToReadableStream } from 'react-server-dom-webpack/server.node';
import { expect, test } from 'vitest';
import { Editable, editable, FixedText } from '../../../src/blocks/editable/editable.tsx';
import { WebBlocks } from '../../../src/blocks/web-blocks/web-blocks.tsx';
import { Blocks } from '../../../src/content/blocks.ts';
import { collectEditableTexts, type EditableText } from '../../../src/content/editable-texts.ts';
import { env } from '../../../src/env.ts';
import { LogoLink } from '../../../src/features/site-shell/logo.tsx';
import { runInOwnContext } from '../../../src/framework/context.ts';
import { faqItem, page, post } from '../../support/wordpress-server.ts';

const ADMIN = 'https://cms.example/wp-admin/';
const EDIT_URL = `${ADMIN}post.php?post=3&action=edit`;

const image = { url: 'https://cms.example/wp-content/uploads/2026/booth-300x200.jpg', width: 300, height: 200 };
const rows = [
  { acf_fc_layout: 'unknown' },
  {
    acf_fc_layout: 'steps',
    label: '',
    headline: 'Two steps',
    steps: [
      { title: 'Feeds', text: 'For every country.' },
      { title: 'Landers', text: 'In 32&nbsp;languages.' },
    ],
  },
];

type Responses = Readonly<Record<string, unknown>>;

/** Runs in a preview that has read these responses. */
const inPreview = <Value,>(responses: Responses, work: () => Value | Promise<Value>): Promise<Value> =>
  runInOwnContext(async (c) => {
    c.set('isPreview', true);
    const record = collectEditableTexts(EDIT_URL);
    for (const [path, body] of Object.entries(responses)) record(path, body);
    return work();
  });

const textsOf = async (responses: Responses, item: string): Promise<EditableText[]> =>
  JSON.parse((await inPreview(responses, () => editable(item)))['data-edit'] ?? 'null');
const summaryOf = async (responses: Responses, item: string) =>
  (await textsOf(responses, item)).map(({ url, label, text }) => [url.replace(ADMIN, ''), label, text]);

const toPost = (id: number, field: string) => `post.php?post=${id}&action=edit&site_edit=${field}`;

test('the texts and the date of an article lead to their fields, and its picture to its alternative text', async () => {
  const author = { name: 'Jo Bay', role: '' };
  const date = '2026-11-10T09:00:00';
  const posts = [post({ id: 12, date, acf: { author }, featured_media: 40, featured_image: image })];

  expect(await summaryOf({ '/wp-json/wp/v2/posts': posts }, 'posts/12')).toEqual([
    [toPost(12, 'title'), 'Title', 'A title'],
    [toPost(12, 'excerpt'), 'Excerpt', 'In short — this.'],
    [toPost(12, 'content'), 'Text', 'Text'],
    [toPost(12, 'date'), 'Publish', date],
    [toPost(12, 'author.name'), 'Author › Name', 'Jo Bay'],
    [toPost(40, 'alt'), 'Featured image › Alternative text', 'booth'],
  ]);
});

test('each block of a page has the texts of its rows, in the words of its form', async () => {
  const pages = { '/wp-json/wp/v2/pages': [page({ id: 3, acf: { blocks: rows } })] };

  expect(await summaryOf(pages, 'pages/3/blocks/1')).toEqual([
    [toPost(3, 'blocks.1.headline'), 'Steps › Headline', 'Two steps'],
    [toPost(3, 'blocks.1.steps.0.title'), 'Steps › Step 1 › Title', 'Feeds'],
    [toPost(3, 'blocks.1.steps.0.text'), 'Steps › Step 1 › Text', 'For every country.'],
    [toPost(3, 'blocks.1.steps.1.title'), 'Steps › Step 2 › Title', 'Landers'],
    [toPost(3, 'blocks.1.steps.1.text'), 'Steps › Step 2 › Text', 'In 32 languages.'],
  ]);
});

// tests/contract/edit-texts.test.ts presses those of the other items and screens.
test('answers, entries below others in a menu, and a menu that WordPress lacks lead to their screens', async () => {
  const responses = {
    '/wp-json/wp/v2/faq': [faqItem({ id: 7, title: 'When?', content: '<p>Monthly.</p>' })],
    '/wp-json/api/site': {
      menus: { header: { name: 'Main', items: [{ label: 'More', children: [{ label: 'Imprint' }] }] }, legal: null },
    },
  };

  expect(await summaryOf(responses, 'faq/7')).toContainEqual([toPost(7, 'content'), 'Answer', 'Monthly.']);
  expect(await summaryOf(responses, 'menus/header')).toContainEqual([
    'nav-menus.php?site_menu=header&site_edit=Imprint',
    'Menus › Main › Imprint',
    'Imprint',
  ]);
  expect(await summaryOf(responses, 'menus/legal')).toEqual([
    ['nav-menus.php?site_menu=legal&site_edit=', 'Menus', ''],
  ]);
});

test('the configured name and description lead to the empty fields that replace them', async () => {
  const site = { '/wp-json/api/site': { name: '', description: 'Our own.' } };

  expect(await summaryOf(site, 'site')).toEqual([
    ['admin.php?page=site-companion-site&site_edit=name', 'Name', env.SITE_NAME],
    ['admin.php?page=site-companion-site&site_edit=description', 'Description', 'Our own.'],
  ]);
  expect((await inPreview(site, LogoLink)).props).toHaveProperty('data-edit', expect.stringContaining(env.SITE_NAME));
});

test('the caption of a picture in a gallery leads to the picture, as its alternative text is edited there', async () => {
  const gallery = { acf_fc_layout: 'gallery', images: [{ ...image, alt: 'Our booth' }] };
  const pages = { '/wp-json/wp/v2/pages': [page({ id: 3, acf: { blocks: [gallery] } })] };

  expect(await summaryOf(pages, 'pages/3/blocks/0')).toEqual([
    [toPost(3, 'blocks.0.images.0'), 'Gallery › Pictures 1', 'booth'],
    [toPost(3, 'blocks.0.images.0'), 'Gallery › Pictures 1', 'Our booth'],
  ]);
});

const render = async (): Promise<string> => {
  const node = (
    <>
      <WebBlocks blocks={Blocks.parse(rows)} pageId={3} />
      <FixedText>
        <h2>Heading</h2>
      </FixedText>
    </>
  );
  return new Response(
    renderToReadableStream(node, {}, { onError: (error) => expect.unreachable(String(error)) }),
  ).text();
};

test('what visitors get is the same as without marks', () => {
  const children = <p>Text</p>;

  expect(editable('pages/3')).toEqual({});
  expect(Editable({ items: ['pages/3'], children })).toBe(children);
});

test('only previews mark texts, and say which are in the code', async () => {
  const preview = await inPreview({ '/wp-json/wp/v2/pages': [page({ id: 3, acf: { blocks: rows } })] }, render);
  const inFrame = await runInOwnContext((c) => {
    c.set('isPreview', true);
    return render();
  });

  expect(preview).toContain('Steps › Step 2 › Title');
  expect(preview).toContain('"data-edit":"[]"');
  for (const html of [await render(), inFrame]) expect(html).not.toContain('data-edit');
});
