import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { listViolations } from '../e2e/page-checks.ts';
import { canvasOf, type Editing, openEditing } from '../support/editing.ts';
import { phpProblem } from '../support/php.ts';
import { addPlugin, openRestApi } from '../support/prepared-wordpress.ts';

const ROOT = join(import.meta.dirname, '../..');
const META = '_site_companion_fields';
const WITH_LIST =
  /^<p><strong>No\.<\/strong><\/p>\n<h3>Limits<\/h3>\n<ul>\n<li>None by day<\/li>\n<li>None by night<\/li>\n<\/ul>$/;

/** WordPress sends an `acf` object without fields as `[]`. */
const Acf = z.union([
  z.looseObject({ blocks: z.union([z.array(z.unknown()), z.literal(false)]).optional() }),
  z.tuple([]).transform(() => ({ blocks: undefined })),
]);
const PageResponse = z.looseObject({
  id: z.number(),
  slug: z.string(),
  content: z.looseObject({ rendered: z.string(), raw: z.string().optional() }),
  acf: Acf,
});

describe.skipIf(phpProblem !== null)('the blocks of a page in WordPress', () => {
  let editing: Editing;
  let wordpress: WordPress;
  let api: ReturnType<typeof openRestApi>;

  beforeAll(async () => {
    editing = await openEditing();
    wordpress = editing.wordpress;
    api = openRestApi(wordpress);
  });

  afterAll(() => editing?.close());

  const request = async (user: 'ed' | null, path: string, values?: unknown): Promise<unknown> => {
    const { status, body } = await api(user, `/wp/v2/${path}`, values);
    if (status >= 400) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const readPage = async (id: number) => PageResponse.parse(await request(null, `pages/${id}`));
  /** As the editor does when it opens pages, which moves their stored blocks into the content. */
  const openPages = (...ids: readonly number[]) => {
    const move = 'fn( int $id ) => SiteCompanion\\move_stored_blocks( get_post( $id ) )';
    return wordpress.cli('eval', `array_map( ${move}, array( ${ids.join(', ')} ) );`);
  };
  const readPageForEditing = async (id: number) => PageResponse.parse(await request('ed', `pages/${id}?context=edit`));
  const savePage = (id: number, fields: Record<string, unknown>) => request('ed', `pages/${id}`, fields);
  const createPage = async (content: string, fields?: Record<string, unknown>): Promise<number> => {
    const file = join(editing.directory, 'page.json');
    await writeFile(file, JSON.stringify({ content, fields: JSON.stringify(fields) }));
    const create = `
      $given = json_decode( file_get_contents( '${file}' ), true );
      $page  = array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page', 'post_content' => $given['content'] );
      $id    = wp_insert_post( wp_slash( $page ) );
      if ( isset( $given['fields'] ) ) update_post_meta( $id, '${META}', wp_slash( $given['fields'] ) );
      echo $id;`;
    return Number(await wordpress.cli('eval', create));
  };

  test('every page of the snapshot keeps its blocks when an editor opens and saves it', async () => {
    const pages = z.array(PageResponse).parse(await request(null, 'pages?per_page=100&_fields=id,slug,content,acf'));
    const withBlocks = pages.filter(({ acf }) => acf.blocks && acf.blocks.length > 0);
    expect(withBlocks.length).toBeGreaterThan(6);

    await openPages(...withBlocks.map(({ id }) => id));
    for (const { id, slug, acf } of withBlocks) {
      const { content } = await readPageForEditing(id);
      await savePage(id, { content: content.raw });
      const saved = await readPage(id);

      expect(JSON.stringify(saved.acf.blocks), slug).toBe(JSON.stringify(acf.blocks));
      expect(saved.content.rendered).toBe('');
      expect((await readPageForEditing(id)).content.raw).toBe(content.raw);
    }
    const ids = withBlocks.map(({ id }) => id).join(', ');
    const fields = `array_map( fn( int $id ) => get_post_meta( $id, '${META}', true ), array( ${ids} ) )`;
    expect(await wordpress.cli('eval', `echo implode( PHP_EOL, ${fields} );`)).not.toContain('"blocks"');
  });

  test('saving a page keeps unknown sections, unknown fields and rows that are not objects in place', async () => {
    const blocks = [
      { acf_fc_layout: 'accordian', headline: 'Tippfehler “ä” <b>&amp;</b> -- \\', depth: { a: [1, 1.5, null] } },
      { acf_fc_layout: 'cta', headline: 'Call', campaign: 'autumn', button_label: 'Go', button_url: '/contact' },
      'only a text',
    ];
    const id = await createPage('', { description: 'Kept', blocks });
    const before = (await readPage(id)).acf;
    await openPages(id);
    expect((await readPage(id)).acf).toEqual(before);
    const { content } = await readPageForEditing(id);
    await savePage(id, { content: content.raw });

    expect((await readPage(id)).acf).toEqual(before);
    expect(content.raw).toContain('wp:site-companion/unknown');
    expect(before.blocks).toEqual(blocks);
  });

  test('an administrator sees the sections of a page in the site editor, too', async () => {
    const id = await createPage('<!-- wp:site-companion/text {"fields":{"headline":"In both editors"}} /-->');
    const window = await editing.openWindow('admin');
    await window.goto(`/wp-admin/site-editor.php?p=/page/${id}&canvas=edit`);

    await canvasOf(window).getByText('In both editors').waitFor();
    await window.close();
  });

  test('an update over the REST API keeps the empty cells of a table', async () => {
    const cells = (...texts: string[]) => texts.map((text) => ({ text }));
    const rows = [{ cells: cells('Fee', '', '5 %') }];
    const table = { acf_fc_layout: 'table', headline: 'Plans', head: cells('', 'Park', 'Sell'), rows };
    const id = await createPage('');
    await savePage(id, { acf: { blocks: [table] } });

    expect((await readPage(id)).acf.blocks).toEqual([table]);
  });

  test('opening a page moves its stored blocks into the content, its text below the hero, without a new date', async () => {
    const blocks = [{ acf_fc_layout: 'subpages_hero', headline: 'Stored' }, { acf_fc_layout: 'global_cta' }];
    const id = await createPage('<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->', {
      description: 'Kept',
      blocks,
    });
    const { modified } = await readPage(id);
    await openPages(id);
    const moved = await readPage(id);

    expect(moved.acf).toEqual({
      description: 'Kept',
      blocks: [blocks[0], expect.objectContaining({ html: expect.stringContaining('Text') }), blocks[1]],
    });
    expect(moved.modified).toBe(modified);
    await savePage(id, { content: '' });
    expect((await readPage(id)).acf).toEqual({ description: 'Kept' });
  });

  test('WordPress blocks between sections become text sections; a page without sections keeps its rendered content', async () => {
    const section = (headline: string) => `<!-- wp:site-companion/text {"fields":{"headline":"${headline}"}} /-->`;
    const paragraph = '<!-- wp:paragraph --><p>Between</p><!-- /wp:paragraph -->';
    const list = '<!-- wp:list --><ul><!-- wp:list-item --><li>Item</li><!-- /wp:list-item --></ul><!-- /wp:list -->';
    const group = `<!-- wp:group --><div>${section('Grouped')}</div><!-- /wp:group -->`;
    const mixed = await readPage(await createPage([section('One'), paragraph, list, group, paragraph].join('\n\n')));
    const plain = await readPage(await createPage(paragraph));

    expect(mixed.acf.blocks).toEqual([
      { acf_fc_layout: 'text', headline: 'One' },
      { acf_fc_layout: 'text', label: '', headline: '', html: expect.stringMatching(/Between[\s\S]*<li>Item<\/li>/) },
      { acf_fc_layout: 'text', headline: 'Grouped' },
      { acf_fc_layout: 'text', label: '', headline: '', html: expect.stringContaining('Between') },
    ]);
    expect(mixed.content.rendered).toBe('');
    expect(plain.acf.blocks).toBeUndefined();
    expect(plain.content.rendered).toContain('Between');
  });

  test('sections that are hidden in WordPress, or in a hidden group, are not shown', async () => {
    const section = (headline: string, attributes = {}) =>
      `<!-- wp:site-companion/text ${JSON.stringify({ fields: { headline }, ...attributes })} /-->`;
    const hidden = { metadata: { blockVisibility: false } };
    const group = `<!-- wp:group ${JSON.stringify(hidden)} --><div>${section('Grouped')}</div><!-- /wp:group -->`;
    const page = await readPage(await createPage([section('Shown'), section('Hidden', hidden), group].join('\n\n')));

    expect(page.acf.blocks).toEqual([{ acf_fc_layout: 'text', headline: 'Shown' }]);
  });

  test('sections contain the current media library data of their pictures, and omit deleted pictures', async () => {
    const file = join(ROOT, 'tests/contract/sample-picture.png');
    const pictureId = Number((await wordpress.cli('media', 'import', file, '--porcelain')).trim());
    const image = { id: pictureId, url: 'https://old.example/a.png', width: 9, height: 9 };
    const sitePicture = { url: '/pictures/a.webp', alt: 'Of the site', width: 4, height: 3 };
    const fields = { headline: 'Hero', image };
    const gallery = { images: [image, sitePicture], people: false };
    const id = await createPage(
      `<!-- wp:site-companion/hero ${JSON.stringify({ fields })} /-->` +
        `<!-- wp:site-companion/gallery ${JSON.stringify({ fields: gallery })} /-->`,
    );
    await wordpress.cli('post', 'meta', 'update', String(pictureId), '_wp_attachment_image_alt', 'Later text');
    const current = {
      id: pictureId,
      alt: 'Later text',
      width: 2,
      height: 1,
      url: expect.stringContaining('/wp-content/'),
    };

    expect((await readPage(id)).acf.blocks).toMatchObject([{ image: current }, { images: [current, sitePicture] }]);
    await wordpress.cli('post', 'delete', String(pictureId), '--force');
    expect((await readPage(id)).acf.blocks).toMatchObject([
      { headline: 'Hero', image: false },
      { images: [sitePicture] },
    ]);
  });

  test('with a fake ACF, blocks saved in ACF take precedence over the content, and the editor opens no stored blocks', async () => {
    const removePlugin = await addPlugin(editing.directory, join(import.meta.dirname, 'fake-acf.php'));
    try {
      const section = '<!-- wp:site-companion/split {"fields":{"headline":"A block"}} /-->';
      const id = await createPage(section, { blocks: [{ acf_fc_layout: 'split', headline: 'A field' }] });
      expect((await readPage(id)).acf.blocks).toEqual([{ acf_fc_layout: 'split', headline: 'A block' }]);

      const changes = JSON.stringify({ blocks: [{ acf_fc_layout: 'split', field_split_headline: 'Of ACF' }] });
      await wordpress.cli('eval', `fake_acf_update( '${id}', json_decode( '${changes}', true ) );`);
      expect((await readPage(id)).acf.blocks).toMatchObject([{ headline: 'Of ACF' }]);
      const otherId = await createPage('', { blocks: [{ acf_fc_layout: 'global_cta' }] });
      await openPages(otherId);
      expect((await readPageForEditing(otherId)).content.raw).toBe('');
    } finally {
      await removePlugin();
    }
  });

  describe('an editor', () => {
    let page: Page;
    let canvas: FrameLocator;

    beforeAll(async () => {
      page = await editing.openWindow('ed');
      canvas = canvasOf(page);
    });

    const openEditor = async (path: string) => {
      await page.goto(`${wordpress.url}/wp-admin/${path}`);
      await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId?.()');
    };
    const openSection = (name: string) =>
      canvas
        .locator('.site-companion-section', { hasText: name })
        .first()
        .getByRole('button', { name: 'Edit' })
        .click();
    const showPreview = async () => {
      const button = page.getByRole('button', { name: 'Show on the site' }).first();
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    };
    /** The content of the visible preview frame. */
    const preview = () => page.frameLocator('.site-companion-canvas__frame:not(.is-behind)');

    /** Pastes a heading and a list from Word, which marks list items as paragraphs with a bullet. */
    const pasteFromWord = (text: Locator) =>
      text.evaluate((body) => {
        const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
          <h3 style="mso-list:none"><span style="font-family:Calibri;color:red">Limits</span></h3>
          <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp;</span></span>None by day</p>
          <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp;</span></span>None by night</p>
          <!--EndFragment--></body></html>`;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', word);
        body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });

    test('moves and adds rows, pastes from Word, undoes, makes bold, chooses an icon, and sees a new row in the preview before saving', async () => {
      const item = (question: string) => ({ question, answer_html: '<p>Yes.</p>' });
      const accordion = { acf_fc_layout: 'accordion', items: [item('May I stay?'), item('May I leave?')] };
      const cards = { acf_fc_layout: 'cards', cards: [{ title: 'Fast' }] };
      const { blocks: others } = (await readPage(402)).acf;
      const id = await createPage('', { blocks: [...(others || []), accordion, cards] });
      await openEditor(`post.php?post=${id}&action=edit`);
      await showPreview();
      await openSection('Questions and answers');
      await canvas.getByRole('button', { name: 'Move Question 1 down' }).click();
      await canvas.getByRole('button', { name: 'Add: Question' }).click();
      await canvas.getByLabel('Question (required)').last().fill('Is there a limit?');
      await canvas.getByRole('button', { name: 'Edit text: Answer' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Answer' });
      const text = dialog.frameLocator('iframe').locator('body');
      await text.fill('No.');
      await text.press('End');
      await text.press('Enter');
      await pasteFromWord(text);
      await text.getByRole('listitem').nth(1).waitFor();
      await text.press('Control+a');
      await dialog.getByRole('button', { name: 'Bold' }).click();
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await canvas.getByRole('button', { name: 'Edit text: Answer' }).last().click();
      await dialog.getByRole('button', { name: 'Code', exact: true }).click();
      const code = dialog.locator('textarea');
      await code.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange('<p>'.length, '<p>No.'.length));
      await dialog.getByRole('button', { name: 'Bold' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await preview().getByText('Is there a limit?').waitFor();
      await openSection('Cards');
      await canvas.getByRole('button', { name: /^Card 1/ }).click();
      await canvas.getByRole('combobox', { name: 'Icon' }).fill('map pin');
      await canvas.getByRole('option', { name: 'map pin', exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();

      const readItems = async () => ((await readPage(id)).acf.blocks || []).slice(-2);
      await expect.poll(readItems).toMatchObject([
        {
          items: [
            { question: 'May I leave?' },
            { question: 'May I stay?' },
            { question: 'Is there a limit?', answer_html: expect.stringMatching(WITH_LIST) },
          ],
        },
        { cards: [{ title: 'Fast', icon: 'tabler:map-pin' }] },
      ]);
    });

    // On the screen that the test before has opened, because opening the editor takes most of the time.
    test('cannot save a section that the site could not show, drags a row, and must confirm the removal of a filled row', async () => {
      const linkToPage = page.locator('.editor-header').getByRole('link', { name: 'View Page', exact: true });
      const anchorOfSelection = async (): Promise<string> => {
        await linkToPage.dispatchEvent('pointerdown');
        return new URL((await linkToPage.getAttribute('href')) ?? '').hash;
      };
      await openSection('Figures');
      await canvas.getByRole('button', { name: /^Figure 1/ }).click();
      await canvas.getByLabel('Meaning (required)').first().fill('');

      await canvas.getByText('Fill in this field.').waitFor();
      await page.locator('.components-notice', { hasText: 'Figure 1: Meaning: Fill in this field.' }).waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).getAttribute('aria-disabled')).toBe('true');
      await openSection('Gallery');
      expect(await anchorOfSelection()).toBe('#block-4');
      await openSection('Figures');
      await canvas.getByLabel('Meaning (required)').first().fill('domains');
      await expect
        .poll(() => page.getByRole('button', { name: 'Save', exact: true }).getAttribute('aria-disabled'))
        .not.toBe('true');

      await openSection('Gallery');
      expect(await anchorOfSelection()).toBe('#block-5');

      await openSection('Timeline');
      const titles = () => canvas.locator('[data-field=entries] .site-companion-row__summary').allTextContents();
      const [first, second, third, ...others] = await titles();
      const handles = canvas.locator('[data-field=entries] .site-companion-handle');
      const from = await handles.nth(0).boundingBox();
      const to = await handles.nth(2).boundingBox();
      if (from === null || to === null) throw new Error('there are no handles');
      await page.mouse.move(from.x + 5, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(to.x + 5, to.y + to.height, { steps: 5 });
      await page.mouse.up();
      expect(await titles()).toEqual([second, third, first, ...others]);

      page.once('dialog', (dialog) => void dialog.dismiss());
      await canvas.getByRole('button', { name: 'Remove Entry 1', exact: true }).click();
      expect(await titles()).toHaveLength(3 + others.length);
      page.once('dialog', (dialog) => void dialog.accept());
      await canvas.getByRole('button', { name: 'Remove Entry 1', exact: true }).click();
      expect(await titles()).toEqual([third, first, ...others]);
    });

    test('publishes an article with many kinds of blocks over the REST API; its page has no accessibility violations', async () => {
      const [picture] = z
        .array(z.object({ id: z.number(), source_url: z.string() }))
        .parse(await request(null, 'media?slug=booth-front'));
      const { id, source_url: url } = picture ?? { id: 0, source_url: '' };
      const image = `<!-- wp:image {"id":${id},"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="${url}" alt="The booth" class="wp-image-${id}"/></figure><!-- /wp:image -->`;
      const blocks = [
        '<!-- wp:heading --><h2 class="wp-block-heading">At the fair</h2><!-- /wp:heading -->',
        `<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-default is-cropped">${image}${image}</figure><!-- /wp:gallery -->`,
        '<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/contact">Talk to us</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
        '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Right</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->',
        '<!-- wp:paragraph --><p>https://www.youtube.com/watch?v=dQw4w9WgXcQ</p><!-- /wp:paragraph -->',
        `<!-- wp:file {"href":"${url}"} --><div class="wp-block-file"><a href="${url}">The plan</a><a href="${url}" class="wp-block-file__button wp-element-button" download>Download</a></div><!-- /wp:file -->`,
        '<!-- wp:details --><details class="wp-block-details"><summary>More</summary><!-- wp:paragraph --><p>Hidden</p><!-- /wp:paragraph --></details><!-- /wp:details -->',
        '<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Day</th><th>Hall</th></tr></thead><tbody><tr><td>One</td><td>Two</td></tr></tbody></table><figcaption class="wp-element-caption">Halls</figcaption></figure><!-- /wp:table -->',
        '<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Parking pays.</p><cite>A customer</cite></blockquote></figure><!-- /wp:pullquote -->',
      ];
      const article = { title: 'All blocks', slug: 'all-blocks', status: 'publish', content: blocks.join('\n\n') };
      await request('ed', 'posts', article);
      const visitor = await editing.openVisitor();
      // A site that WordPress does not answer in time, or that has just purged the page, shows it without its text at first.
      const countHeadings = async () => {
        await visitor.goto('/all-blocks');
        return visitor.getByRole('heading', { name: 'At the fair' }).count();
      };
      await expect.poll(countHeadings).toBe(1);

      expect(await listViolations(visitor)).toEqual([]);
      await visitor.context().close();
    });

    test('cannot publish a page with a mistake in a grouped section, and while the site is down can edit, but sees no preview', async () => {
      const header = '<!-- wp:site-companion/subpages-hero {"fields":{"headline":"Down"}} /-->';
      const section = '<!-- wp:site-companion/stats {"fields":{"stats":[{"value":"9","label":""}]}} /-->';
      const group = `<!-- wp:group --><div class="wp-block-group">${section}</div><!-- /wp:group -->`;
      await editing.site?.stop();
      await openEditor(`post.php?post=${await createPage(header + group)}&action=edit`);

      await page.locator('.components-notice', { hasText: 'Figure 1: Meaning: Fill in this field.' }).waitFor();
      await canvas.getByText('1 thing to complete').waitFor();
      expect(await page.evaluate(`wp.blocks.hasBlockSupport('site-companion/stats', 'visibility', true)`)).toBe(false);
      await showPreview();
      await page
        .locator('.site-companion-canvas__problem', {
          hasText: /The site does not show its preview.*Failed to connect/,
        })
        .waitFor();
      await openSection('Page header');
      await canvas.getByLabel('Headline (required)').fill('Still editable');
    });
  });
});
