import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { canvasOf, choosePictures, type Editing, openEditing, openPanel } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { openRestApi } from '../support/prepared-wordpress.ts';

const Item = z.looseObject({ id: z.number(), categories: z.array(z.number()).optional() });
const Rejection = z.object({ data: z.object({ params: z.record(z.string(), z.string()) }) });
const DATES = { start_date: '2027-03-01 09:00:00', end_date: '2027-03-02 17:00:00', time_zone: 'Europe/Berlin' };
/** The blocks that the editor offers, and the styles of a paragraph. */
const Inserter = z.object({ blocks: z.array(z.string()), styles: z.array(z.unknown()) });

describe.skipIf(phpProblem !== null)(withPhpProblem('WordPress before and after publishing'), () => {
  let editing: Editing;
  let wordpress: WordPress;
  let api: ReturnType<typeof openRestApi>;
  let page: Page;

  beforeAll(async () => {
    editing = await openEditing({ site: null });
    wordpress = editing.wordpress;
    api = openRestApi(wordpress);
    page = await editing.openWindow('ed');
  });

  afterAll(() => editing?.close());

  const send = (path: string, values: unknown) => api('ed', `/wp/v2/${path}`, values);

  test('an item without a title, and a question without an answer, can be saved as drafts but not published', async () => {
    const params = async (path: string, body: object) => {
      expect((await send(path, { ...body, status: 'draft' })).status).toBe(201);
      const rejected = await send(path, { ...body, status: 'publish' });
      expect(rejected.status).toBe(400);
      return Rejection.parse(rejected.body).data.params;
    };

    expect(await params('posts', { content: 'Text' })).toEqual({ title: 'Fill in this field.' });
    expect(await params('pages', { title: ' ', content: 'Text' })).toEqual({ title: 'Fill in this field.' });
    expect(
      await params('faq', { title: 'Why?', content: '<!-- wp:paragraph --><p>&nbsp;</p><!-- /wp:paragraph -->' }),
    ).toEqual({ content: 'Fill in this field.' });
  });

  test('a published question cannot lose its title over the REST API, but can be changed otherwise', async () => {
    expect((await send('faq/101', { title: '' })).status).toBe(400);
    expect((await send('faq/101', { title: 'Another question?' })).status).toBe(200);
  });

  test('the preview of an event without a start says what is missing', async () => {
    const { id } = Item.parse((await send('events', { title: 'Without a start', status: 'draft' })).body);
    const { readScreen } = await editing.openSession('ed');
    const { status, html } = await readScreen(`admin-post.php?action=site_companion_preview&post=${id}`);

    expect(status).toBe(400);
    expect(html.text).toContain('The site cannot show this event. Starts: Enter a date and a time.');
  });

  test('quick edit names what the site could not show, and leaves the item as it is', async () => {
    const { id } = Item.parse((await send('events', { title: 'Without a date', status: 'draft' })).body);
    const session = await editing.openSession('ed');
    const { html } = await session.readScreen('edit.php');
    const quickEdit = async (item: number, type: string, changes: Readonly<Record<string, string>>) => {
      const form = { action: 'inline-save', post_ID: item, post_type: type, screen: `edit-${type}`, post_view: 'list' };
      const nonce = html.querySelector('#_inline_edit')?.getAttribute('value') ?? '';
      const response = await session.request.post('/wp-admin/admin-ajax.php', {
        form: { ...form, _inline_edit: nonce, ...changes },
      });
      return response.text();
    };

    expect(await quickEdit(id, 'event', { post_title: 'Without a date', _status: 'publish' })).toBe(
      'The site could not show this. Starts: Enter a date and a time.',
    );
    expect(await quickEdit(302, 'post', { post_title: '', _status: 'publish' })).toBe(
      'The site could not show this. Title: Fill in this field.',
    );
    expect(await quickEdit(402, 'page', { post_title: 'About us', post_name: 'company' })).toContain('is fixed');
    expect(await wordpress.cli('post', 'get', '302', '--field=post_title')).toMatch(/RSOC/);
    expect(await quickEdit(302, 'post', { post_title: 'RSOC opens', _status: 'publish' })).toContain('RSOC opens');
  });

  test('bulk actions publish only what the site could show, the list says why, and leave out the pages that the site always has', async () => {
    const { id } = Item.parse((await send('events', { title: 'Not dated', status: 'draft' })).body);
    const { readScreen } = await editing.openSession('ed');
    const readRow = async (type: string, item: number) => {
      const { html } = await readScreen(`edit.php?post_type=${type}`);
      return {
        nonce: html.querySelector('#_wpnonce')?.getAttribute('value'),
        row: html.querySelector(`#post-${item}`),
      };
    };
    const publish = async (type: string, items: readonly number[]) => {
      const { nonce } = await readRow(type, 0);
      const ids = items.map((item) => `post[]=${item}`).join('&');
      await readScreen(
        `edit.php?post_type=${type}&_wpnonce=${nonce}&${ids}&action=edit&bulk_edit=Update&_status=publish`,
      );
    };
    const ready = Item.parse((await send('events', { title: 'Dated', status: 'draft', acf: DATES })).body);

    await publish('event', [id, ready.id]);
    const event = (await readRow('event', id)).row;
    expect(event?.text).toContain('Draft, The site could not show this. Starts: Enter a date and a time.');
    expect(event?.querySelector('input[type="checkbox"]')).not.toBeNull();
    expect((await readRow('event', ready.id)).row?.classList.contains('status-publish')).toBe(true);
    const fixed = (await readRow('page', 402)).row;
    expect(fixed?.querySelector('.post-state')?.text).toBe('Always part of the site');
    expect(fixed?.querySelector('input[type="checkbox"]')).toBeNull();
  });

  test('an article without a chosen category has none', async () => {
    const published = await send('posts', { title: 'Without category', content: 'Text', status: 'publish' });

    expect(Item.parse(published.body).categories).toEqual([]);
  });

  test('the list of questions can be filtered by topic, and wp-admin shows nothing of comments', async () => {
    const { readScreen } = await editing.openSession('ed');
    const { html } = await readScreen('edit.php?post_type=faq');
    const link = html.querySelectorAll('td.column-taxonomy-faq_topic a').find(({ text }) => text === 'Payouts');
    const filtered = await readScreen(link?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '');
    const topics = filtered.html.querySelectorAll('td.column-taxonomy-faq_topic').map(({ text }) => text);

    expect(topics.length).toBeGreaterThan(1);
    expect(new Set(topics)).toEqual(new Set(['Payouts']));
    expect(html.querySelector('#adminmenu')?.text).not.toContain('Comments');
    const dashboard = await readScreen('');
    expect(dashboard.html.querySelector('#wp-version')?.text).toMatch(/^WordPress [\d.]+\.$/);
  });

  test("the scripts of the plugin have texts in the user's language", async () => {
    await wordpress.cli('user', 'meta', 'update', 'ed', 'locale', 'de_DE');
    onTestFinished(async () => void (await wordpress.cli('user', 'meta', 'delete', 'ed', 'locale')));
    const { readScreen } = await editing.openSession('ed');
    const { html } = await readScreen('post-new.php?post_type=event');

    expect(html.querySelector('#site-companion-seo-js-translations')?.text).toContain('Suche und Teilen');
  });

  describe('while the site cannot be reached', () => {
    let id = 0;
    const canvas = () => canvasOf(page);

    beforeAll(async () => {
      const image = (attributes: string, role: string) =>
        `<!-- wp:image ${attributes}--><figure class="wp-block-image"><img src="/a.png" alt=""${role}/></figure><!-- /wp:image -->`;
      const content = [
        image('', ''),
        image('{"isDecorative":true} ', ' role="none"'),
        '<!-- wp:image --><figure class="wp-block-image"><img alt=""/></figure><!-- /wp:image -->',
        '<!-- wp:verse --><pre class="wp-block-verse">Old lines</pre><!-- /wp:verse -->',
      ];
      ({ id } = Item.parse((await send('posts', { content: content.join('') })).body));
      const settings = JSON.stringify({ site_url: 'http://127.0.0.1:1', revalidate_secret: 'a-secret-of-this-test' });
      const prepare = `
        update_option( 'site_companion_settings', json_decode( '${settings}', true ) );
        update_post_meta( ${id}, '_site_companion_fields', '{"image":{"id":999999}}' );`;
      await wordpress.cli('eval', prepare);
      await page.goto(`/wp-admin/post.php?post=${id}&action=edit`);
      await canvas().getByText('Old lines').waitFor();
    });

    test('the block editor shows nothing of the theme and of blocks that the site has no design for, but keeps them in old texts', async () => {
      await page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
      const { blocks, styles } = Inserter.parse(
        await page.evaluate(`({
          blocks: wp.data.select('core/block-editor').getInserterItems().map(({ name }) => name),
          styles: wp.data.select('core/blocks').getBlockStyles('core/paragraph'),
        })`),
      );
      const panels = await page
        .locator('.editor-post-panel__row-label, .components-panel__body-title')
        .allTextContents();

      expect(blocks).toEqual(expect.arrayContaining(['core/paragraph', 'core/image', 'core/table']));
      for (const name of ['loginout', 'latest-posts', 'query', 'comments', 'calendar', 'cover']) {
        expect(blocks).not.toContain(`core/${name}`);
      }
      expect(styles).toEqual([]);
      expect(panels).toContain('Categories');
      for (const name of ['Template', 'Format', 'Discussion', 'Author']) expect(panels).not.toContain(name);

      const supporting = (feature: string, byDefault: boolean) =>
        page.evaluate(`wp.data.select('core/block-editor').getInserterItems()
          .filter(({ name }) => wp.blocks.hasBlockSupport(name, '${feature}', ${byDefault})).map(({ name }) => name)`);
      expect(await supporting('visibility', true)).toEqual([]);
      expect(await supporting('typography.fitText', false)).toEqual([]);

      await page.evaluate(
        `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('core/pullquote', { value: 'Well said' }))`,
      );
      const settings = page.getByRole('region', { name: 'Editor settings' });
      await settings.getByRole('button', { name: 'Advanced' }).waitFor();
      for (const name of ['Color', 'Typography', 'Background', 'Border', 'Dimensions']) {
        expect(await settings.getByRole('heading', { name }).count(), name).toBe(0);
      }
    });

    // On the screen that the test before has opened.
    test('the block editor names mistakes before publishing, also a deleted picture, and says afterwards that the site shows the change later', async () => {
      const openPublishing = page.getByRole('button', { name: 'Publish', exact: true }).first();
      const publish = page.getByLabel('Editor publish').getByRole('button', { name: 'Publish', exact: true });
      await openPublishing.click();
      const deleted = 'Picture: This picture is no longer in the media library.';
      await page.locator('.components-notice.is-error', { hasText: deleted }).waitFor();
      expect(await publish.getAttribute('aria-disabled')).toBe('true');
      const advice = page.locator('.site-companion-advice');
      await advice.getByText('No category is chosen.').waitFor();
      await advice.getByText('A picture has no file.').waitFor();
      expect(await advice.textContent()).toContain('1 picture has no alternative text.');
      await advice.getByRole('button', { name: 'Show it' }).first().click();
      await canvas().getByText('This picture has no alternative text. Describe what it shows').waitFor();

      await page.evaluate('wp.data.dispatch("core/editor").closePublishSidebar()');
      await page.getByRole('tab', { name: 'Post', exact: true }).click();
      await openPanel(page, 'Author and picture');
      const form = page.locator('.site-companion-form');
      await form.getByRole('button', { name: 'Replace' }).click();
      await choosePictures(page, 'booth-front');
      await expect.poll(() => form.locator('.site-companion-problem').count()).toBe(0);

      await canvas().getByRole('textbox', { name: 'Add title' }).fill('Pictures');
      await openPublishing.click();
      await publish.click();
      await page.locator('.components-notice', { hasText: 'The website cannot be reached' }).waitFor();
      const { acf } = await (await fetch(`${wordpress.url}/wp-json/wp/v2/posts/${id}`)).json();
      expect(acf.image.url).toContain('booth-front');
      // With a meta box, the editor would save twice.
      expect(await page.getByText('Meta Boxes').count()).toBe(0);
      expect(await page.evaluate('wp.data.select("core/editor").getCurrentPostRevisionsCount()')).toBe(1);
      expect(editing.errors).toEqual([]);
    });

    test('other screens say so', async () => {
      await page.goto('/wp-admin/edit-tags.php?taxonomy=faq_topic&post_type=faq');
      await page.locator('a.row-title', { hasText: 'Payouts' }).click();
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await page.locator('.notice-warning', { hasText: 'WordPress cannot tell the website about changes' }).waitFor();

      expect(await page.locator('#message').textContent()).toContain('updated');
      expect(editing.errors).toEqual([]);
    });
  });
});
