import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { type Editing, openEditing } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';

describe.skipIf(phpProblem !== null)(withPhpProblem('an editor'), () => {
  let editing: Editing;
  let siteUrl = '';
  let wordpress: WordPress;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    editing = await openEditing();
    ({ siteUrl, wordpress } = editing);
    page = await editing.openWindow('ed');
    context = page.context();
  });

  afterAll(() => editing?.close());

  /** The HTML of a page for visitors without a preview. */
  const readPublic = async (address: string) => (await fetch(siteUrl + address)).text();

  /** The control with the focus, also in the frame of the block editor: the name of its field, and its value. */
  const readFocus = () =>
    page.evaluate(() => {
      const { activeElement: outer } = document;
      const focused = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : outer;
      if (focused?.matches('.editor-post-title__input')) return `title: ${focused.textContent}`;
      if (!focused?.matches('input, textarea')) return null;
      const field = focused.closest('[data-field]')?.getAttribute('data-field') ?? focused.className;
      return `${field}: ${Reflect.get(focused, 'value')}`;
    });

  const openAnyPreview = async (): Promise<void> => {
    const id = await wordpress.cli('eval', `echo get_page_by_path( 'about-us' )->ID;`);
    await page.goto(`${wordpress.url}/wp-admin/admin-post.php?action=site_companion_preview&post=${id.trim()}`);
  };

  /** Points at a text of a page in a preview, and expects the label that it has there. */
  const hover = async (path: string, text: Locator, label: string): Promise<void> => {
    await page.goto(siteUrl + path);
    await page.getByRole('button', { name: 'Edit texts', pressed: true }).waitFor();
    await text.hover();
    await page.getByRole('status').getByText(label, { exact: true }).waitFor();
  };

  /** Presses a text after pointing at it, and expects the field that has the focus in WordPress afterwards. */
  const press = async (path: string, text: Locator, label: string, field: string): Promise<void> => {
    await hover(path, text, label);
    await Promise.all([page.waitForURL((url) => url.href.startsWith(wordpress.url)), text.click()]);
    await expect.poll(readFocus).toBe(field);
  };

  test('opens the field of a text that is pressed in a preview, and goes back to its place on the site', async () => {
    await openAnyPreview();
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).hover();
    await page.locator('[data-edit-active]').waitFor();
    // The skip link follows the bar, outside of landmarks.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .disableRules('region');
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    const row = main.getByRole('heading', { name: 'Founded in Hamburg' });
    await press('/about-us', row, 'Timeline › Entry 1 › Title', 'title: Founded in Hamburg');
    expect(await page.evaluate('wp.data.select("core/block-editor").getSelectedBlock().name')).toBe(
      'site-companion/timeline',
    );
    expect(await page.getByRole('link', { name: 'See it on the site' }).getAttribute('href')).toBe(
      `${siteUrl}/about-us#block-2`,
    );
    const linkOfEditor = page.locator('.editor-header').getByRole('link', { name: 'View Page', exact: true });
    const [shown] = await Promise.all([context.waitForEvent('page'), linkOfEditor.click()]);
    await expect.poll(() => shown.url()).toBe(`${siteUrl}/about-us#block-2`);
    await shown.close();
    expect(editing.errors).toEqual([]);
  });

  test('opens the field of each kind of text that is pressed', async () => {
    await wordpress.cli(
      'eval',
      `$menu = wp_create_nav_menu( 'Main' );
      $entry = array( 'menu-item-title' => 'Who we are', 'menu-item-url' => '/about-us', 'menu-item-status' => 'publish' );
      wp_update_nav_menu_item( $menu, 0, $entry );
      set_theme_mod( 'nav_menu_locations', array( 'site_header' => $menu ) );
      SiteCompanion\\store_single_item( SiteCompanion\\SITE, array( 'notices' => array( array( 'text' => 'We are closed.' ) ) ) );`,
    );
    await openAnyPreview();
    const main = page.getByRole('main');
    const name = page.locator('#testimonial-list').getByText('Marek Wrona');
    await press('/', name, 'Testimonial 2 › Name', 'name: Marek Wrona');
    const question = 'How do I open an account?';
    await press('/faq', main.getByText(question), 'Question', `title: ${question}`);
    await press('/faq', page.getByText('We are closed.'), 'Notice 1 › Text', 'text: We are closed.');
    const entry = page.getByRole('navigation', { name: 'Main' }).getByText('Who we are');
    await press('/faq', entry, 'Menus › Main › Who we are', 'widefat edit-menu-item-title: Who we are');
    const address = '/events/registrar-row-vienna';
    const portrait = main.locator('img[data-edit-target]').first();
    await press(address, portrait, 'Person 1 › Portrait', 'image: Drawn portrait of Mara Lindqvist');
    await press(address, main.locator('time').first(), 'Starts', 'start_date: 2026-11-26T09:30');
    await hover(address, main.getByText('Vienna, Austria', { exact: true }), 'City, Country');
    await hover('/adsense-for-domains-ends-on-10-february', main.locator('time').first(), 'Publish');
    await Promise.all([
      page.waitForURL((url) => url.href.startsWith(wordpress.url)),
      main.locator('time').first().click(),
    ]);
    await page.getByLabel('Change publish date').getByRole('spinbutton', { name: 'Minutes' }).waitFor();
    expect(editing.errors).toEqual([]);
  });

  test('reads the fields of the name, a caption and the telephone number when pointing at them', async () => {
    const save = `SiteCompanion\\store_single_item( SiteCompanion\\SITE, array( 'phone' => '+49 40 123456' ) );`;
    await wordpress.cli('eval', save);
    await openAnyPreview();
    const main = page.getByRole('main');

    await hover('/contact', page.getByRole('banner').getByText('Freehold'), 'Name');
    const caption = main.locator('figcaption').first();
    await hover('/about-us', caption, 'Gallery › Pictures 1');
    // It is hidden from screen readers, so it must not have the focus.
    expect(await caption.getAttribute('tabindex')).toBeNull();
    await hover('/contact', main.getByText('+49 40 123456'), 'Telephone');
  });

  test('replaces texts that the site has by default, after pressing them', async () => {
    await openAnyPreview();
    const main = page.getByRole('main');
    const heading = (name: string) => main.getByRole('heading', { name });

    for (const [path, text, label, field] of [
      ['/', heading("Elevate your domain's monetization potential"), 'Opening › Headline', 'headline'],
      ['/contact', main.getByText('Email address'), 'Contact form › Label: Email address', 'email'],
      ['/events', heading('Where we’re parked next'), 'List of events › Above upcoming events', 'upcoming'],
      ['/news', heading('Start with a few names'), 'Shared call to action › Headline', 'headline'],
    ] as const) {
      await press(path, text, label, `${field}: `);
      await page.keyboard.type(`New text of ${path}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.components-snackbar', { hasText: 'Saved.' }).waitFor();
      await expect.poll(() => readPublic(path)).toContain(`New text of ${path}`);
    }
    expect(editing.errors).toEqual([]);
  });

  /** One for each kind of screen; every other route of `src/pages` with a headline that is not a default is below. */
  test.each([
    ['/adsense-for-domains-ends-on-10-february', 'AdSense for Domains ends on 10 February', 'Title', 'title'],
    ['/events/registrar-row-vienna', 'Registrar Row, Vienna', 'Title', 'title'],
    ['/about-us', 'Domains, and nothing else', 'Page header › Headline', 'headline'],
    ['/faq', 'Answers before you point a domain', 'Headline', 'headline'],
    ['/imprint', 'Imprint', 'Title', 'title'],
  ])('changes the first headline of %s by pressing it', async (path, headline, label, field) => {
    await openAnyPreview();
    await press(path, page.getByRole('main').getByRole('heading', { level: 1 }), label, `${field}: ${headline}`);
    await page.keyboard.press('End');
    await page.keyboard.type(', corrected');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => readPublic(path)).toContain(', corrected');
    expect(editing.errors).toEqual([]);
  });

  test.each([
    ['/agb.php', 'Title', 'title'],
    ['/privacy-policy', 'Title', 'title'],
    ['/solutions', 'Page header › Headline', 'blocks.0.headline'],
    ['/contact', 'Page header › Headline', 'blocks.0.headline'],
    ['/domain-list-check', 'Page header › Headline', 'blocks.0.headline'],
    ['/RSOC-for-domains-application', 'Page header › Headline', 'blocks.0.headline'],
  ])('the headline of %s leads to its field', async (path, label, field) => {
    const headline = page.getByRole('main').getByRole('heading', { level: 1 });
    await openAnyPreview();
    await hover(path, headline, label);
    const [opened] = await Promise.all([page.waitForRequest(/wp-admin\/post\.php/), headline.click()]);
    const query = new URL(opened.url()).searchParams;
    expect(query.get('site_edit')).toBe(field);
    const { slug } = await (await fetch(`${wordpress.url}/wp-json/wp/v2/pages/${query.get('post')}`)).json();
    expect(slug).toBe(path.slice(1).replace('.php', '').toLowerCase());
  });

  test.each([
    ['/contact?topic=abuse', 'Report abuse'],
    ['/contact?sent=P-AB12-CD34', 'Message sent'],
    ['/domain-list-check', 'What’s in your list?'],
    ['/no-such-page', 'Uhm... sorry, 404'],
  ])('reads on %s that a text is in the code', async (path, heading) => {
    await openAnyPreview();
    await hover(path, page.getByRole('main').getByRole('heading', { name: heading }), 'Fixed text, in the code');
  });
});
