import type { FrameLocator, Locator, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canvasOf, choosePictures, type Editing, openEditing, openPanel } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';

describe.skipIf(phpProblem !== null)(withPhpProblem('an editor'), () => {
  let editing: Editing;
  let page: Page;
  let canvas: FrameLocator;

  beforeAll(async () => {
    // Only a message from WordPress updates a page within an hour.
    editing = await openEditing({ site: { CMS_TTL_S: '3600' } });
    page = await editing.openWindow('ed');
    canvas = canvasOf(page);
  });

  afterEach(() => {
    expect(editing.errors.splice(0)).toEqual([]);
  });

  afterAll(() => editing?.close());

  const openAdmin = (screen: string) => page.goto(`/wp-admin/${screen}`);
  const readSite = async (path: string): Promise<string> => (await fetch(editing.siteUrl + path)).text();
  const expectOnSite = (path: string) => expect.poll(() => readSite(path));
  const field = (name: string): Locator => canvas.locator(`[data-field="${name}"]`).first();
  const problemOf = (name: string): Locator => field(name).locator('.site-companion-problem').last();

  /** Opens a preview and expects that it shows a text that is not public. */
  const checkPreview = async (open: () => Promise<void>, path: RegExp, text: string): Promise<void> => {
    const openPreview = async (timeout: number): Promise<Page> => {
      const [window] = await Promise.all([page.context().waitForEvent('page', { timeout }), open()]);
      return window;
    };
    // WordPress ignores the button during an autosave, which starts when the title of a new item loses focus. The wait
    // is long, because another press would restart a preview that is already loading.
    const shown = await openPreview(10_000).catch(() => openPreview(30_000));
    await shown.waitForURL((url) => url.href.startsWith(editing.siteUrl));
    expect(shown.url().slice(editing.siteUrl.length)).toMatch(path);
    await shown.getByRole('complementary', { name: 'Preview' }).getByText('Preview of a draft').waitFor();
    await shown.getByRole('main').getByText(text).first().waitFor();
    expect(await readSite(new URL(shown.url()).pathname)).not.toContain(text);
    await shown.close();
  };
  const pressBlockEditorPreview = async (): Promise<void> => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: /Preview in new tab/ }).click();
  };

  const publishFromBlockEditor = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    const panel = page.getByLabel('Editor publish');
    await panel.getByRole('button', { name: 'Publish', exact: true }).click();
    await panel.getByText('is now live').waitFor();
  };

  const fillInvalidEvent = async (): Promise<void> => {
    await openAdmin('post-new.php?post_type=event');
    await canvas.getByRole('textbox', { name: 'Name of the event' }).fill('Spring Fair');
    await canvas.getByLabel('Starts').fill('2027-03-01T09:30');
    await canvas.getByLabel('Ends').fill('2027-02-01T17:00');
    await canvas.getByLabel('Time zone').selectOption('Europe/Berlin');
    await canvas.getByLabel('Website of the event').fill('fair.example.com');
    await canvas.getByLabel('Booth').fill('Bay "7" \\ B');
    await canvas.getByRole('button', { name: 'Add: Person' }).click();
    await field('people').getByLabel('Name').fill('Mara Lindqvist');
    await canvas.getByRole('button', { name: 'Choose pictures' }).click();
    await choosePictures(page, 'booth-front', 'booth-plan');
    await field('gallery').getByRole('button', { name: 'Move picture 1 down' }).press('Enter');
    const alternativeText = field('gallery').getByLabel('What the picture shows').first();
    await expect.poll(() => alternativeText.inputValue()).toBe('Shows booth-plan');
    await alternativeText.fill('The plan of the fair');
    await canvas.locator('p[data-empty="true"]').click();
    await page.keyboard.type('Come and see us.');
  };

  /** The item that the block editor has published, as the site reads it. */
  const readPublished = async (collection: string) => {
    const id = await page.evaluate('wp.data.select("core/editor").getCurrentPostId()');
    return (await fetch(`${editing.wordpress.url}/wp-json/wp/v2/${collection}/${id}`)).json();
  };

  test('cannot publish an event with two mistakes, and previews and publishes it once they are corrected', async () => {
    await fillInvalidEvent();
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    await page.locator('.components-notice', { hasText: 'Correct the details in red before you publish.' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await problemOf('end_date').textContent()).toBe('The end is before the start.');
    expect(await problemOf('url').textContent()).toBe('Did you mean https://fair.example.com ?');
    await canvas.getByLabel('Ends').fill('2027-03-02T17:00');
    await canvas.getByLabel('Website of the event').fill('https://fair.example.com');
    await canvas.getByLabel('Venue').fill('Hall of the fair');
    await checkPreview(pressBlockEditorPreview, /^\/events\/[\w-]+$/, 'Hall of the fair');
    await publishFromBlockEditor();
    await expectOnSite('/events').toContain('Spring Fair');
    await expectOnSite('/events/spring-fair').toMatch(/booth-plan[\s\S]*booth-front/);
    const { id, acf: details, content } = await readPublished('events');
    expect(details).toMatchObject({
      start_date: '2027-03-01 09:30:00',
      end_date: '2027-03-02 17:00:00',
      time_zone: 'Europe/Berlin',
      venue: 'Hall of the fair',
      booth: 'Bay "7" \\ B',
      url: 'https://fair.example.com',
      people: [{ name: 'Mara Lindqvist', image: false }],
      gallery: [
        { alt: 'The plan of the fair', url: expect.stringContaining('booth-plan'), width: 1600 },
        { alt: 'Shows booth-front', url: expect.stringContaining('booth-front'), width: 1600 },
      ],
    });
    expect(content.rendered).toMatch(/^\s*<p[^>]*>Come and see us\.<\/p>\s*$/);
    const stored = await editing.wordpress.cli('post', 'get', String(id), '--field=post_content');
    expect(stored).not.toContain('site-companion-form');
    for (const name of ['JSON', 'Template']) expect(await page.getByText(name).count(), name).toBe(0);
  });

  test('cannot publish a question without an answer, gets advice on its topic and title, previews it, and publishes it with search terms', async () => {
    await openAdmin('post-new.php?post_type=faq');
    await canvas.getByRole('textbox', { name: 'Question' }).fill(`May I bring a friend? ${'Really? '.repeat(13)}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    const advice = page.locator('.site-companion-advice');
    await advice.getByText('No topic is chosen.').waitFor();
    await advice.getByText('The title has 125 characters. More than 120 may not fit.').waitFor();
    const panel = page.getByLabel('Editor publish');
    await panel.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.components-notice', { hasText: 'Answer: Fill in this field.' }).waitFor();
    expect(await page.evaluate('wp.data.select("core/editor").getCurrentPost().status')).not.toBe('publish');
    await page.evaluate('wp.data.dispatch("core/editor").closePublishSidebar()');
    await canvas.getByRole('button', { name: 'Add default block' }).click();
    await page.keyboard.type('Bring all of them.');
    await checkPreview(pressBlockEditorPreview, /^\/faq#faq-\d+$/, 'Bring all of them.');
    await page.getByRole('tab', { name: 'Question', exact: true }).click();
    await openPanel(page, 'Search');
    const terms = page.getByLabel('Also found by');
    await terms.fill('company,\nBegleitung & "Freund"');
    await publishFromBlockEditor();
    await expectOnSite('/faq').toContain('May I bring a friend?');
    expect((await readPublished('faq')).acf).toEqual({ search_terms: 'company,\nBegleitung & "Freund"' });
    expect(await terms.inputValue()).toBe('company,\nBegleitung & "Freund"');
  });

  test('previews and publishes an article', async () => {
    await openAdmin('post-new.php');
    await canvas.getByRole('textbox', { name: 'Add title' }).fill('We are at the fair');
    await canvas.getByRole('button', { name: 'Add default block' }).click();
    await page.keyboard.type('Come and see us.');
    await checkPreview(pressBlockEditorPreview, /^\/preview-\d+$/, 'Come and see us.');
    await publishFromBlockEditor();
    await expectOnSite('/we-are-at-the-fair').toContain('Come and see us.');
  });

  test('previews and publishes a page that starts with the eight sections of a pattern', async () => {
    await openAdmin('post-new.php?post_type=page');
    await page.getByRole('option', { name: 'Solution page' }).click();
    await canvas.locator('.site-companion-section').nth(7).waitFor();
    await canvas.getByRole('textbox', { name: 'Add title' }).fill('Traffic rules');
    const header = canvas.locator('.site-companion-section', { hasText: 'Page header' }).first();
    await header.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Show on the site' }).first().click();
    await canvas.getByLabel('Headline (required)').fill('Rules for every visitor');
    const unsaved = page.frameLocator('.site-companion-canvas__frame:not(.is-behind)');
    await unsaved.getByRole('heading', { level: 1, name: 'Rules for every visitor' }).waitFor();
    await checkPreview(pressBlockEditorPreview, /^\/preview-\d+$/, 'Rules for every visitor');
    await publishFromBlockEditor();
    await expectOnSite('/traffic-rules').toContain('Rules for every visitor');
    expect((await readPublished('pages')).acf.blocks).toHaveLength(8);
  });

  // The test before has published the page.
  test('adds a page to the menu, which starts as a copy of the one that the site shows', async () => {
    const readMenu = async () => {
      const [menu = ''] = /<nav id="site-menu"[\s\S]*?<\/nav>/.exec(await readSite('/news')) ?? [];
      return [...menu.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
    };
    const before = await readMenu();
    await openAdmin('nav-menus.php');
    const entries = page.locator('#menu-to-edit .menu-item-title');
    await expect.poll(() => entries.count()).toBe(before.length);
    await page.locator('#posttype-page').getByLabel('Traffic rules').first().check();
    await page.click('#submit-posttype-page');
    await entries.getByText('Traffic rules').waitFor();
    await page.click('#save_menu_footer');
    await page.locator('#message', { hasText: 'Header has been updated' }).waitFor();
    await expect.poll(readMenu).toEqual([...before, '/traffic-rules']);
  });
});
