import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { type Editing, openEditing } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';

const Item = z.looseObject({ id: z.number(), categories: z.array(z.number()).optional() });
const Rejection = z.object({ data: z.object({ params: z.record(z.string(), z.string()) }) });
/** The blocks that the editor offers, and the styles of a paragraph. */
const Inserter = z.object({ blocks: z.array(z.string()), styles: z.array(z.unknown()) });
const SETTINGS = JSON.stringify({ site_url: 'http://127.0.0.1:1', revalidate_secret: 'a-secret-of-this-test' });

describe.skipIf(phpProblem !== null)(withPhpProblem('WordPress before and after publishing'), () => {
  let editing: Editing;
  let wordpress: WordPress;
  let authorization = '';

  beforeAll(async () => {
    editing = await openEditing({ site: null });
    wordpress = editing.wordpress;
    const password = await wordpress.cli('user', 'application-password', 'create', 'ed', 'tests', '--porcelain');
    authorization = `Basic ${Buffer.from(`ed:${password.trim()}`).toString('base64')}`;
  });

  afterAll(() => editing?.close());

  const send = async (path: string, body: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };

  const openWindow = async (path: string): Promise<Page> => {
    const page = await editing.openWindow('ed');
    onTestFinished(async () => {
      await page.close();
      expect(editing.errors.splice(0)).toEqual([]);
    });
    await page.goto(`/wp-admin/${path}`);
    return page;
  };

  /** Opens a new article that contains these blocks, in the format of the block editor. */
  const openArticle = async (title: string, content: string): Promise<Page> => {
    const created = await send('posts', { title, content });
    const page = await openWindow(`post.php?post=${Item.parse(created.body).id}&action=edit`);
    await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId?.()');
    return page;
  };

  const pressPublish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).first().click();

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

  test('an article without a chosen category has none', async () => {
    const published = await send('posts', { title: 'Without category', content: 'Text', status: 'publish' });

    expect(Item.parse(published.body).categories).toEqual([]);
  });

  test('a question without an answer stays a draft, and the editor says why; without a topic it gets advice', async () => {
    const page = await openWindow('post-new.php?post_type=faq');
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    await canvas.getByRole('textbox', { name: 'Question' }).fill(`Why? ${'Really? '.repeat(15)}`);
    const publish = page.getByLabel('Editor publish').getByRole('button', { name: 'Publish', exact: true });
    await pressPublish(page);
    const advice = page.locator('.site-companion-advice');
    await advice.getByText('No topic is chosen.').waitFor();
    await advice.getByText('The title has 124 characters. More than 120 may not fit.').waitFor();
    await publish.click();
    await page.locator('.components-notice', { hasText: 'Answer: Fill in this field.' }).waitFor();
    expect(await page.evaluate('wp.data.select("core/editor").getCurrentPost().status')).not.toBe('publish');

    await canvas.getByRole('button', { name: 'Add default block' }).click();
    await page.keyboard.type('Because.');
    if (!(await publish.isVisible())) await pressPublish(page);
    await publish.click();
    await page.getByLabel('Editor publish').getByText('is now live').waitFor();
  });

  test('the list of questions can be filtered by topic', async () => {
    const page = await openWindow('edit.php?post_type=faq');
    await page.getByLabel('Filter by topic').selectOption('Payouts');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL(/faq_topic=payouts/);
    const topics = await page.locator('td.column-taxonomy-faq_topic').allTextContents();

    expect(topics.length).toBeGreaterThan(1);
    expect(new Set(topics)).toEqual(new Set(['Payouts']));
  });

  test('wp-admin shows nothing of comments, the theme, and blocks that the site has no design for, but keeps them in old texts', async () => {
    const verse = '<!-- wp:verse --><pre class="wp-block-verse">Old lines</pre><!-- /wp:verse -->';
    const page = await openArticle('Scope', verse);
    await page.frameLocator('iframe[name="editor-canvas"]').getByText('Old lines').waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
    const { blocks, styles } = Inserter.parse(
      await page.evaluate(`({
        blocks: wp.data.select('core/block-editor').getInserterItems().map(({ name }) => name),
        styles: wp.data.select('core/blocks').getBlockStyles('core/paragraph'),
      })`),
    );
    const panels = await page.locator('.editor-post-panel__row-label, .components-panel__body-title').allTextContents();

    expect(blocks).toEqual(expect.arrayContaining(['core/paragraph', 'core/image', 'core/table']));
    for (const name of ['loginout', 'latest-posts', 'query', 'comments', 'calendar', 'cover']) {
      expect(blocks).not.toContain(`core/${name}`);
    }
    expect(styles).toEqual([]);
    expect(panels).toContain('Categories');
    for (const name of ['Template', 'Format', 'Discussion', 'Author']) expect(panels).not.toContain(name);

    await page.evaluate(
      `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('core/pullquote', { value: 'Well said' }))`,
    );
    const settings = page.getByRole('region', { name: 'Editor settings' });
    await settings.getByRole('button', { name: 'Advanced' }).waitFor();
    for (const name of ['Color', 'Typography', 'Background', 'Border', 'Dimensions']) {
      expect(await settings.getByRole('heading', { name }).count(), name).toBe(0);
    }

    const supporting = (feature: string, byDefault: boolean) =>
      page.evaluate(`wp.data.select('core/block-editor').getInserterItems()
        .filter(({ name }) => wp.blocks.hasBlockSupport(name, '${feature}', ${byDefault})).map(({ name }) => name)`);
    expect(await supporting('visibility', true)).toEqual([]);
    expect(await supporting('typography.fitText', false)).toEqual([]);

    await page.goto('/wp-admin/post-new.php?post_type=event');
    await page.frameLocator('iframe[name="editor-canvas"]').getByLabel('Starts').waitFor();
    expect(await page.getByText('Template').count()).toBe(0);
    await page.goto('/wp-admin/');
    expect(await page.locator('#adminmenu').textContent()).not.toContain('Comments');
    expect(await page.locator('#wp-version').textContent()).toMatch(/^WordPress [\d.]+\.$/);
  });

  test('a list that is longer than the site reads says so', async () => {
    const countAs = (published: number) =>
      wordpress.cli(
        '--context=admin',
        'eval',
        `add_filter( 'wp_count_posts', static function ( $counts ) { $counts->publish = ${published}; return $counts; } );
        set_current_screen( 'edit-post' ); do_action( 'admin_notices' );`,
      );

    expect(await countAs(5_001)).toContain('The website lists at most 5,000 of these items.');
    expect(await countAs(5_000)).not.toContain('The website lists');
  });

  describe('while the site cannot be reached', () => {
    beforeAll(async () => {
      await wordpress.cli('option', 'update', 'site_companion_settings', SETTINGS, '--format=json');
    });
    afterAll(() => wordpress.cli('option', 'delete', 'site_companion_settings'));

    test('the block editor names mistakes before publishing, and says afterwards that the site shows the change later', async () => {
      const image = (attributes: string, role: string) =>
        `<!-- wp:image ${attributes}--><figure class="wp-block-image"><img src="/a.png" alt=""${role}/></figure><!-- /wp:image -->`;
      const decorative = image('{"isDecorative":true} ', ' role="none"');
      const heading = '<!-- wp:heading --><h2 class="wp-block-heading"></h2><!-- /wp:heading -->';
      const withoutFile = '<!-- wp:image --><figure class="wp-block-image"><img alt=""/></figure><!-- /wp:image -->';
      const page = await openArticle('', image('', '') + decorative + heading + withoutFile);
      const canvas = page.frameLocator('iframe[name="editor-canvas"]');
      const publish = page.getByLabel('Editor publish').getByRole('button', { name: 'Publish', exact: true });
      await pressPublish(page);
      await page.locator('.components-notice', { hasText: 'Enter a title.' }).waitFor();
      expect(await publish.getAttribute('aria-disabled')).toBe('true');
      const advice = page.locator('.site-companion-advice');
      await advice.getByText('No category is chosen.').waitFor();
      await advice.getByText('A heading is empty.').waitFor();
      await advice.getByText('A picture has no file.').waitFor();
      expect(await advice.textContent()).toContain('1 picture has no alternative text.');
      await advice.getByRole('button', { name: 'Show it' }).first().click();
      await canvas.getByText('This picture has no alternative text. Describe what it shows').waitFor();

      await canvas.getByRole('textbox', { name: 'Add title' }).fill('Pictures');
      await pressPublish(page);
      await publish.click();
      await page.locator('.components-notice', { hasText: 'The website cannot be reached' }).waitFor();
    });

    test('other screens say so below their message', async () => {
      const page = await openWindow('edit-tags.php?taxonomy=faq_topic&post_type=faq');
      await page.locator('a.row-title', { hasText: 'Payouts' }).click();
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await page.locator('#message + .notice-warning', { hasText: 'The website cannot be reached' }).waitFor();

      expect(await page.locator('#message').textContent()).toContain('updated');
    });
  });
});
