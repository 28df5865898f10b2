import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchTexts } from '../../src/features/preview/match-texts.ts';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import {
  canvasOf,
  type Editing,
  FIELDS_IN_EDITOR,
  listFormViolations,
  openEditing,
  openPanel,
} from '../support/editing.ts';
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
    await wordpress.cli(
      'eval',
      `$menu = wp_create_nav_menu( 'Main' );
      $entry = array( 'menu-item-title' => 'Who we are', 'menu-item-url' => '/about-us', 'menu-item-status' => 'publish' );
      wp_update_nav_menu_item( $menu, 0, $entry );
      set_theme_mod( 'nav_menu_locations', array( 'site_header' => $menu ) );
      $fields = array( 'notices' => array( array( 'text' => 'We are closed.' ) ), 'phone' => '+49 40 123456' );
      SiteCompanion\\store_single_item( SiteCompanion\\SITE, $fields );`,
    );
    page = await editing.openWindow('ed');
    context = page.context();
    // The preview of About us makes every page of the site a preview.
    await page.goto(`${wordpress.url}/wp-admin/admin-post.php?action=site_companion_preview&post=402`);
  });

  afterAll(() => editing?.close());

  /** The HTML of a page for visitors without a preview. */
  const readPublic = async (address: string) => (await fetch(siteUrl + address)).text();

  /** A page in the preview, without running its scripts. */
  const readPreview = async (path: string) => {
    const cookies = await context.cookies(siteUrl);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return parse(await (await fetch(siteUrl + path, { headers: { cookie } })).text());
  };

  /** The control with the focus, also in the frame of the block editor: the name of its field, and its value. */
  const readFocus = () =>
    page.evaluate(() => {
      const { activeElement: outer } = document;
      const focused = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : outer;
      if (focused?.matches('.editor-post-title__input')) return `title: ${focused.textContent}`;
      if (!focused?.matches('input, textarea, button')) return null;
      const field = focused.closest('[data-field]')?.getAttribute('data-field') ?? focused.className;
      return `${field}: ${Reflect.get(focused, 'value')}`;
    });

  /** Points at a text in a preview, and expects the label that it has there. */
  const hover = async (text: Locator, label: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit texts', pressed: true }).waitFor();
    await text.hover();
    await page.getByRole('status').getByText(label, { exact: true }).waitFor();
  };

  /** Presses a text after pointing at it. */
  const press = async (path: string, text: Locator, label: string): Promise<void> => {
    if (page.url() !== siteUrl + path) await page.goto(siteUrl + path);
    await hover(text, label);
    await Promise.all([page.waitForURL((url) => url.href.startsWith(wordpress.url)), text.click()]);
  };

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  test('opens the field of a text of a section, goes back to its place on the site, and changes it', async () => {
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
    const caption = main.locator('figcaption').first();
    await hover(caption, 'Gallery › Pictures 1');
    const label = await page.locator('[data-preview="label"]').boundingBox();
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeCloseTo((await caption.boundingBox())?.y ?? Number.NaN, 0);
    // It is hidden from screen readers, so it must not have the focus.
    expect(await caption.getAttribute('tabindex')).toBeNull();

    const row = main.getByRole('heading', { name: 'Founded in Hamburg' });
    await press('/about-us', row, 'Timeline › Entry 1 › Title');
    await expect.poll(readFocus).toBe('title: Founded in Hamburg');
    expect(await page.evaluate('wp.data.select("core/block-editor").getSelectedBlock().name')).toBe(
      'site-companion/timeline',
    );
    await page.keyboard.press('End');
    await page.keyboard.type(', corrected');
    await save();
    await expect.poll(() => readPublic('/about-us')).toContain('Founded in Hamburg, corrected');
    expect(await page.getByRole('link', { name: 'See it on the site' }).getAttribute('href')).toBe(
      `${siteUrl}/about-us#block-2`,
    );
    const linkOfEditor = page.locator('.editor-header').getByRole('link', { name: 'View Page', exact: true });
    const [shown] = await Promise.all([context.waitForEvent('page'), linkOfEditor.click()]);
    await expect.poll(() => shown.url()).toBe(`${siteUrl}/about-us#block-2`);
    await shown.close();
    expect(editing.errors).toEqual([]);
  });

  test('presses what the header shows, and not a text that it covers', async () => {
    const window = await context.newPage();
    await window.setViewportSize({ width: 390, height: 800 });
    await window.goto(`${siteUrl}/about-us`);
    await window.getByRole('button', { name: 'Edit texts', pressed: true }).waitFor();
    const text = window.getByRole('main').locator('p[data-edit-target]').nth(1);
    await text.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top, behavior: 'instant' }));
    await window.getByRole('button', { name: 'Menu' }).click();

    await window.getByRole('banner').getByRole('link', { name: 'Who we are' }).first().waitFor();
    expect(window.url()).toBe(`${siteUrl}/about-us`);
    await window.close();
  });

  test('replaces a text that the home page has by default, and its texts for search engines', async () => {
    const headline = page.getByRole('main').getByRole('heading', { level: 1 });
    await press('/', headline, 'Opening › Headline');
    await expect.poll(readFocus).toBe('headline: ');
    await page.keyboard.type('Another headline');
    await page.getByRole('tab', { name: 'Home page', exact: true }).click();
    await openPanel(page, 'Search and sharing');
    const seo = page.locator('.site-companion-seo-panel');
    expect(await seo.locator('.site-companion-search-text').textContent()).toContain('The description of the site.');
    await seo.getByLabel('Title').fill('The home page');
    await seo.getByLabel('Description').fill('About "parking"');
    expect(await listFormViolations(page, '.site-companion-seo-panel')).toEqual([]);
    // The sidebar then shows the panel of the block.
    await canvasOf(page).locator('.site-companion-row__title').first().click();
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);

    await save();
    await expect.poll(() => readPublic('/')).toContain('<title>The home page | Freehold</title>');
    await expect.poll(() => readPublic('/')).toContain('Another headline');
    expect(await readPublic('/')).toContain('<meta name="description" content="About &quot;parking&quot;"/>');
    expect(editing.errors).toEqual([]);
  });

  test('changes a question, an entry of a menu, a portrait of an event and the date of an article by pressing them', async () => {
    const main = page.getByRole('main');
    await page.goto(`${siteUrl}/domain-list-check`);
    await hover(main.getByRole('heading', { name: 'What’s in your list?' }), 'Fixed text, in the code');

    const question = 'How do I open an account?';
    await press('/faq', main.getByText(question), 'Question');
    await expect.poll(readFocus).toBe(`title: ${question}`);
    await page.keyboard.press('End');
    await page.keyboard.type(' And when?');
    await save();
    await expect.poll(() => readPublic('/faq')).toContain(`${question} And when?`);

    const entry = page.getByRole('navigation', { name: 'Main' }).getByText('Who we are');
    await press('/faq', entry, 'Menus › Main › Who we are');
    await expect.poll(readFocus).toBe('widefat edit-menu-item-title: Who we are');
    const portrait = main.locator('img[data-edit-target]').first();
    await press('/events/registrar-row-vienna', portrait, 'Person 1 › Portrait');
    await expect.poll(readFocus).toBe('image: ');
    await press('/adsense-for-domains-ends-on-10-february', main.locator('time').first(), 'Publish');
    await page.getByLabel('Change publish date').getByRole('spinbutton', { name: 'Minutes' }).waitFor();
    expect(editing.errors).toEqual([]);
  });

  const PAGE_HEADER = 'Page header › Headline';

  /** Those that the tests above do not press, with the item and the field to which they lead. */
  test.each([
    ['/', 'Marek Wrona', 'Testimonial 2 › Name', 'homepage testimonials.1.name'],
    ['/faq', 'We are closed.', 'Notice 1 › Text', 'site notices.0.text'],
    ['/faq', 'Answers before you point a domain', 'Headline', 'faqpage headline'],
    ['/contact', 'Freehold', 'Name', 'site name'],
    ['/contact', '+49 40 123456', 'Telephone', 'site phone'],
    ['/contact', 'Email address required', 'Contact form › Label: Email address', 'site contact_form.email'],
    ['/events', 'Where we’re parked next', 'List of events › Above upcoming events', 'site event_list.upcoming'],
    ['/news', 'Start with a few names', 'Shared call to action › Headline', 'site call_to_action.headline'],
    ['/adsense-for-domains-ends-on-10-february', 'AdSense for Domains ends on 10 February', 'Title', '301 title'],
    ['/events/registrar-row-vienna', 'Registrar Row, Vienna', 'Title', '205 title'],
    ['/events/registrar-row-vienna', 'Vienna, Austria', 'City, Country', '205 city'],
    ['/imprint', 'Imprint', 'Title', '407 title'],
    ['/agb.php', 'Terms and conditions', 'Title', '406 title'],
    ['/privacy-policy', 'Privacy policy', 'Title', '405 title'],
    ['/solutions', 'Six services, one account', PAGE_HEADER, '401 blocks.0.headline'],
    ['/contact', 'Write to a person', PAGE_HEADER, '403 blocks.0.headline'],
    ['/domain-list-check', 'Tidy up your domain list', PAGE_HEADER, '413 blocks.0.headline'],
    ['/RSOC-for-domains-application', 'RSOC for domains', PAGE_HEADER, '404 blocks.0.headline'],
  ])('on %s “%s” leads to the field %s', async (path, text, label, field) => {
    const targets = [];
    for (const container of (await readPreview(path)).querySelectorAll('[data-edit]')) {
      const texts = JSON.parse(container.getAttribute('data-edit') ?? '[]');
      for (const [element, target] of matchTexts(container, texts)) {
        const query = new URL(target.url).searchParams;
        const item = query.get('post') ?? query.get('page')?.replace('site-companion-', '');
        targets.push({ text: element.text.trim(), label: target.label, field: `${item} ${query.get('site_edit')}` });
      }
    }
    expect(targets).toContainEqual({ text, label, field });
  });

  test.each([
    ['/contact?topic=abuse', 'Report abuse'],
    ['/contact?sent=P-AB12-CD34', 'Message sent'],
    ['/domain-list-check', 'What’s in your list?'],
    ['/no-such-page', 'Uhm... sorry, 404'],
  ])('on %s “%s” is marked as a text in the code', async (path, text) => {
    const headings = (await readPreview(path)).querySelectorAll('main :is(h1, h2, h3)');
    const heading = headings.find((one) => one.text.trim() === text);
    expect(heading?.closest('[data-edit]')?.getAttribute('data-edit')).toBe('[]');
  });
});
