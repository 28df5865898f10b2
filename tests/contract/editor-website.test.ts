import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import {
  canvasOf,
  choosePictures,
  type Editing,
  FIELDS_IN_EDITOR,
  listFormViolations,
  openEditing,
  openPanel,
} from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { addPlugin } from '../support/prepared-wordpress.ts';

const OWN_REDIRECTS = '/old-prices /faq\\n/only-here /contact';

describe.skipIf(phpProblem !== null)(withPhpProblem('an editor'), () => {
  let editing: Editing;
  let siteUrl = '';
  let wordpress: WordPress;
  let context: BrowserContext;
  let page: Page;
  /** Reads screens of wp-admin as WordPress sends them, which costs less than to run their scripts. */
  let session: Awaited<ReturnType<Editing['openSession']>>;

  beforeAll(async () => {
    editing = await openEditing({ site: { SITE_INDEXABLE: 'true' } });
    ({ siteUrl, wordpress } = editing);
    page = await editing.openWindow('ed');
    context = page.context();
    session = await editing.openSession('ed');
  });

  afterAll(() => editing?.close());

  const openAdmin = (screen: string) => page.goto(`${wordpress.url}/wp-admin/${screen}`);

  /** The link with which WordPress opens a preview on the site. */
  const readPreviewLink = async (address: string): Promise<string> => {
    const { location = '' } = (await session.request.get(address, { maxRedirects: 0 })).headers();
    if (location === '') throw new Error(`WordPress does not redirect from ${address}`);
    return location.startsWith(siteUrl) ? location : readPreviewLink(location);
  };

  /** The text of a preview as the server sends it. */
  const readPreview = async (link: string): Promise<string> => {
    const entered = await fetch(link, { redirect: 'manual' });
    const [cookie = ''] = entered.headers.get('set-cookie')?.split(';') ?? [];
    const shown = await fetch(new URL(entered.headers.get('location') ?? '', link), { headers: { cookie } });
    return parse(await shown.text()).text;
  };

  const openBlockEditor = async (screen: string): Promise<void> => {
    await openAdmin(screen);
    await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId?.()');
  };

  const canvas = () => canvasOf(page);

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  /** The HTML of a page for visitors without a preview. */
  const readPublic = async (address: string) => (await fetch(siteUrl + address)).text();
  const expectOnSite = (address: string) => expect.poll(() => readPublic(address));

  /** The status and the target of the response for an address of the site. */
  const follow = async (address: string) => {
    const response = await fetch(siteUrl + address, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };

  test('sees the dates and cities of events in the list, the latest first, and duplicates an event with all details', async () => {
    const { html } = await session.readScreen('edit.php?post_type=event');
    const textsOf = (column: string) =>
      html.querySelectorAll(`td.column-site_companion_${column}`).map(({ text }) => text);
    const starts = textsOf('when').map((text) => Date.parse(text.replace(/ [ap]m[\s\S]*/, '')));
    expect(starts).toEqual(starts.toSorted((one, other) => other - one));
    expect(textsOf('when').at(-1)).toContain('February 24, 2026, 9:30 am');
    expect(textsOf('where').at(-1)).toContain('Lisbon');
    const link = html.querySelector('a[aria-label="Duplicate “Lane Markings, Lisbon”"]');
    const response = await session.request.get(link?.getAttribute('href') ?? '', { maxRedirects: 0 });
    const id = new URL(response.headers().location ?? '').searchParams.get('post');
    const code = `
      $of = fn( int $id ) => SiteCompanion\\stored_fields( $id );
      echo wp_json_encode( array( get_post( ${id} )->post_title, $of( ${id} ), $of( 201 ) ) );`;
    const [title, copy, original] = JSON.parse(await wordpress.cli('eval', code));

    expect(title).toBe('Lane Markings, Lisbon (copy)');
    expect(copy).toEqual(original);
    expect(copy.gallery).toHaveLength(3);
  });

  describe('in the editor of a published event', () => {
    const seo = () => page.locator('.site-companion-seo-panel');
    let slug = '';

    beforeAll(async () => {
      const stored = '{"canonical":"https://elsewhere.example/fair"}';
      await wordpress.cli('post', 'meta', 'update', '201', '_site_companion_seo', stored, '--format=json');
      ({ slug } = await (await fetch(`${wordpress.url}/wp-json/wp/v2/events/201`)).json());
      await openBlockEditor('post.php?post=201&action=edit');
    });

    test('sees the pictures of the site, including SVGs, in an accessible form', async () => {
      const people = canvas().locator('[data-field="people"]');
      await people.waitFor();
      for (const title of await people.locator('.site-companion-row__title').all()) await title.click();
      const widths = () =>
        canvas()
          .locator('.site-companion-thumbnail img')
          .evaluateAll((pictures) => pictures.map((picture) => Reflect.get(picture, 'naturalWidth')));

      // Three portraits and three pictures of the gallery.
      await expect.poll(widths).toEqual(Array(6).fill(expect.toSatisfy((width) => width > 0)));
      expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    });

    test('previews unsaved details, also a second time, and a colleague opens the preview from a link', async () => {
      const [{ id: pictureId }] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/media?slug=booth-front`)).json();
      await page.evaluate(`
        wp.data.dispatch('core/editor').editPost({ featured_media: ${pictureId} });
        wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('core/paragraph', { content: 'Not public yet.' }));
      `);
      let link = '';
      for (const unsaved of ['First unsaved hall', 'Second unsaved hall']) {
        await page.getByRole('tab', { name: 'Event', exact: true }).click();
        await openPanel(page, 'Search and sharing');
        await seo().getByLabel('Title').fill(unsaved);
        await canvas().getByLabel('Venue').fill(unsaved);
        await page.getByRole('button', { name: 'View', exact: true }).click();
        const preview = page.getByRole('menuitem', { name: /Preview in new tab/ });
        const [opened] = await Promise.all([context.waitForEvent('page'), preview.click()]);
        await opened.waitForURL(`${siteUrl}/events/${slug}`);
        // The pictures, which the site scales first, do not matter.
        await opened.waitForLoadState('domcontentloaded');
        const bar = opened.getByRole('complementary', { name: 'Preview' });
        expect(await bar.textContent()).toMatch(/^Preview of changesas of .*, not published/);
        // At the bottom of the window, where it covers neither the header nor the menu.
        const bottom = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
        expect(bottom).toBeCloseTo(opened.viewportSize()?.height ?? Number.NaN, 0);
        expect(await bar.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
          `${wordpress.url}/wp-admin/post.php?post=201&action=edit`,
        );
        expect(await opened.getByRole('main').textContent()).toMatch(RegExp(`${unsaved}.*Not public yet\\.`, 's'));
        expect(await opened.title()).toContain(unsaved);
        const picture = opened.locator('meta[property="og:image"]');
        expect(await picture.getAttribute('content')).toContain('booth-front');
        link = (await bar.getByRole('link', { name: 'Link to share' }).getAttribute('href')) ?? '';
        await opened.close();
      }
      expect(await readPublic(`/events/${slug}`)).not.toMatch(/unsaved hall|Not public yet/);

      // A colleague, who is not signed in to WordPress, opens the link and leaves the preview at the same page.
      const colleague = await editing.openVisitor();
      await colleague.goto(siteUrl + link);
      expect(await colleague.getByRole('main').textContent()).toContain('Not public yet.');
      await colleague.getByRole('button', { name: 'Leave preview' }).click();
      await colleague.getByRole('complementary', { name: 'Preview' }).waitFor({ state: 'detached' });
      expect(colleague.url()).toBe(`${siteUrl}/events/${slug}`);
      expect(await colleague.getByRole('main').textContent()).not.toContain('Not public yet.');
      await colleague.context().close();
    });

    test('sets the texts and the picture for search engines, and hides it from them, which keeps a canonical address', async () => {
      await page.getByRole('tab', { name: 'Event', exact: true }).click();
      await seo().getByLabel('Title').fill('Meet us');
      await seo().getByLabel('Description').fill('Three days, and why the last one is the best.');
      await seo().getByRole('button', { name: 'Choose a picture' }).click();
      await choosePictures(page, 'booth-plan');
      const picture = seo().locator('.site-companion-thumbnail img');
      await expect.poll(() => picture.getAttribute('src')).toContain('booth-plan');
      await expect.poll(() => seo().locator('.site-companion-search-title').textContent()).toContain('Meet us');
      await seo().getByLabel('Hide from search engines').check();
      await save();

      await expectOnSite(`/events/${slug}`).toContain('<title>Meet us | Freehold</title>');
      const html = await readPublic(`/events/${slug}`);
      expect(html).toContain('<meta name="description" content="Three days, and why the last one is the best."/>');
      expect(html).toMatch(/<meta property="og:image" content="[^"]*\/media\/card\/[^"]*booth-plan\.webp\.jpg"\/>/);
      expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/fair"/>');
      await expectOnSite('/sitemap.xml').not.toContain(`/events/${slug}<`);
    });
  });

  test('sees the address of a page that differs from its slug in the preview of the search result', async () => {
    const id = await wordpress.cli('eval', "echo get_page_by_path( 'agb' )->ID;");
    await openBlockEditor(`post.php?post=${id}&action=edit`);
    await page.getByRole('tab', { name: 'Page', exact: true }).click();
    await openPanel(page, 'Search and sharing');

    await expect.poll(() => page.locator('.site-companion-search-url').textContent()).toMatch(/ › agb\.php$/);
  });

  test('previews a scheduled article and unsaved texts of the FAQ page', async () => {
    const code = `
      wp_set_current_user( get_user_by( 'login', 'ed' )->ID );
      $faq     = SiteCompanion\\single_item( SiteCompanion\\FAQPAGE )->ID;
      $request = new WP_REST_Request( 'POST', "/wp/v2/site_faqpage/$faq/autosaves" );
      $request->set_body_params( array( 'meta' => array( '_site_companion_fields' => '{"headline":"Not saved yet"}' ) ) );
      rest_do_request( $request );
      $article = array( 'post_title' => 'Later', 'post_status' => 'future', 'post_date' => '2031-01-01 10:00:00', 'post_content' => 'Soon.' );
      echo wp_json_encode( array( wp_insert_post( $article ), $faq ) );`;
    const [article, faq] = JSON.parse(await wordpress.cli('eval', code));

    expect(await readPreview(await readPreviewLink(`/?p=${article}&preview=true`))).toMatch(/scheduled.*Soon\./s);
    const linkOfFaq = await readPreviewLink(`/wp-admin/admin-post.php?action=site_companion_preview&post=${faq}`);
    expect(await readPreview(linkOfFaq)).toMatch(/Preview of changes.*Not saved yet/s);
    expect(await readPublic('/faq')).not.toContain('Not saved yet');
    // The description that search engines get if the field for it is empty.
    const { html } = await session.readScreen('admin.php?page=site-companion-faqpage');
    expect(html.outerHTML).toMatch(/siteCompanionSeo = .*Search for a word/);
  });

  test('is told when the signature of a preview link is wrong, and when the site may not read drafts; others must log in', async () => {
    const create = ['post', 'create', '--post_title=Drafted', '--porcelain'];
    const id = (await wordpress.cli(...create)).trim();
    const preview = `/wp-admin/admin-post.php?action=site_companion_preview&post=${id}`;
    for (const address of [preview, `/?p=${id}&preview=true`]) {
      const unknown = await fetch(wordpress.url + address, { redirect: 'manual' });
      expect(unknown.headers.get('location')).toContain('/wp-login.php');
    }
    const link = await readPreviewLink(preview);
    expect(link).toContain(`${siteUrl}/api/preview?token=`);
    const forged = await fetch(`${link}x`);
    expect(forged.status).toBe(403);
    expect(await forged.text()).toContain('PREVIEW_SECRET');

    expect(await readPreview(link)).toContain('Preview of a draft');
    await wordpress.cli('user', 'set-role', 'website', 'subscriber');
    expect(await (await fetch(link)).text()).toContain('check the settings CMS_USER and CMS_APP_PASSWORD');
    await wordpress.cli('user', 'set-role', 'website', 'site_companion_reader');
  });

  test('changes slugs, and the old addresses redirect', async () => {
    await wordpress.cli(
      'eval',
      `foreach ( array( 'post', 'page', 'event' ) as $type ) {
        $post = array( 'post_type' => $type, 'post_title' => 'Renamed', 'post_name' => "first-$type", 'post_status' => 'publish' );
        $id   = wp_insert_post( $post );
        if ( 'event' === $type ) {
          update_post_meta( $id, '_site_companion_fields', '{"start_date":"2027-03-03 09:00:00","time_zone":"UTC"}' );
        }
        wp_update_post( array( 'ID' => $id, 'post_name' => "second-$type" ) );
      }`,
    );
    for (const [before, after] of [
      ['/first-post', '/second-post'],
      ['/first-page', '/second-page'],
      ['/events/first-event', '/events/second-event'],
    ] as const) {
      await expect.poll(() => follow(before)).toEqual([301, after]);
      expect(await follow(after)).toEqual([200, null]);
    }
  });

  test('is told what links to a page before moving it to the trash, and removes the redirect of its old address', async () => {
    const prepare = `
      $add = fn( string $title, string $content, string $type = 'post' ) =>
        wp_insert_post( array( 'post_type' => $type, 'post_title' => $title, 'post_content' => $content, 'post_status' => 'publish' ) );
      $page = $add( 'Price list', '<p>Nothing.</p>', 'page' );
      wp_update_post( array( 'ID' => $page, 'post_name' => 'prices' ) );
      $add( 'Cheaper than ever', '<p><a href="${siteUrl}/prices#june">here</a></p>' );
      $add( 'Prices of 2026', '<p><a href="/prices-2026">here</a></p>' );
      $notice = array( 'text' => 'New prices', 'url' => '/prices' );
      SiteCompanion\\store_single_item( SiteCompanion\\SITE, array( 'notices' => array( $notice ) ) );
      echo $page;`;
    const id = await wordpress.cli('eval', prepare);
    const removeNotice = 'SiteCompanion\\store_single_item( SiteCompanion\\SITE, array() );';
    onTestFinished(async () => void (await wordpress.cli('eval', removeNotice)));
    await expect.poll(() => follow('/price-list')).toEqual([301, '/prices']);

    await openAdmin('edit.php?post_type=page&s=Price+list');
    const row = page.getByRole('row', { name: 'Price list' });
    await row.hover();
    const question = page.waitForEvent('dialog');
    // The click may end only once the question is answered.
    const clicked = row.getByRole('link', { name: /to the Trash/ }).click();
    const dialog = await question;
    await dialog.dismiss();
    await clicked;
    expect(dialog.message()).toContain('These link to “Price list”: Cheaper than ever, Name and notices.');

    await openAdmin(`post.php?post=${id}&action=edit`);
    await page.getByRole('button', { name: 'Links and address' }).click();
    await page.getByRole('link', { name: 'Cheaper than ever' }).waitFor();
    await page.getByText('Old addresses, which are redirected here: /price-list').waitFor();
    await page.getByRole('link', { name: 'Show the redirects' }).click();
    await openPanel(page, 'Automatic redirects');
    await page.getByText('/price-list → /prices').waitFor();
    await page.getByRole('link', { name: 'Delete the redirect of /price-list' }).click();
    await expect.poll(() => follow('/price-list')).toEqual([404, null]);
    await page.getByText('/price-list → /prices').waitFor({ state: 'detached' });
  });

  // On the screen that the test before has opened.
  test('enters redirects on an accessible screen, and is told about loops, existing pages and invalid addresses', async () => {
    const list = canvas().getByRole('textbox', { name: 'Redirects' });
    await list.waitFor();
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    const saveButton = page.getByRole('button', { name: 'Save', exact: true });
    const messages = canvas().locator('.site-companion-messages');
    const before = await list.inputValue();
    const enter = (...lines: string[]) => list.fill([before, ...lines].join('\n').trim());

    await enter(
      '/old-prices /solutions 307',
      '/contact /faq',
      '/x //evil.example',
      '/x http://other.example',
      '/alone',
    );
    for (const sentence of [
      '301 (moved for good) or 302',
      '/contact is a page that the site always shows',
      '//evil.example cannot be used',
      'http://other.example cannot be used',
      'Enter the new address',
    ]) {
      await expect.poll(() => messages.textContent()).toContain(sentence);
    }
    expect(await saveButton.getAttribute('aria-disabled')).toBe('true');
    await enter('/loop-a /loop-b', '/loop-b /loop-a', '/loop-a /faq');
    await expect.poll(() => messages.textContent()).toContain('Visitors would not arrive: /loop-a → /loop-b → /loop-a');
    expect(await messages.textContent()).toContain('/loop-a is redirected to /loop-b already');

    const start = before === '' ? 0 : before.split('\n').length;
    await enter(`${siteUrl}/old-prices/ /solutions`, '/older-prices /old-prices 302 # until June', '/imprint /faq');
    await expect.poll(() => messages.textContent()).toContain(`Line ${start + 3}: The site still shows`);
    await saveButton.click();
    await page.locator('.components-snackbar', { hasText: 'Saved.' }).waitFor();

    await expect.poll(() => follow('/older-prices?utm_source=mail')).toEqual([302, '/solutions?utm_source=mail']);
    expect(await follow('/imprint')).toEqual([200, null]);
  });

  test('where the plugin Redirection is active, the site follows its redirects, and the own screen is gone', async () => {
    onTestFinished(await addPlugin(editing.directory, join(import.meta.dirname, 'fake-redirection.php')));
    const redirects = [
      { url: '/fair-2026', action_data: '/events', action_code: 307 },
      { url: '/old-prices', action_data: 'https://shop.example/prices' },
      { url: '^/archive/.*', action_data: '/news', regex: 1 },
      { url: '/switched-off', action_data: '/news', status: 'disabled' },
      { url: '/deleted', action_data: '', action_type: 'error', action_code: 410 },
    ];
    const toPhp = (value: object) => `json_decode( '${JSON.stringify(value)}', true )`;
    const calls = redirects.map((redirect) => `fake_redirection_add( ${toPhp(redirect)} );`);
    const inGroup = `fake_redirection_add( ${toPhp({ url: '/in-group', action_data: '/news' })}, 'disabled' );`;
    const store = `SiteCompanion\\store_single_item( SiteCompanion\\REDIRECTS, array( 'list' => "${OWN_REDIRECTS}" ) );`;
    await wordpress.cli('eval', [store, ...calls, inGroup].join(''));

    await expect.poll(() => follow('/fair-2026')).toEqual([302, '/events']);
    expect(await follow('/old-prices')).toEqual([301, 'https://shop.example/prices']);
    expect(await follow('/only-here')).toEqual([301, '/contact']);
    for (const address of ['/switched-off', '/in-group', '/deleted'])
      expect(await follow(address)).toEqual([404, null]);
    expect((await session.readScreen('')).html.querySelector('#adminmenu')?.text).not.toContain('Redirects');
  });

  test('WordPress redirects visitors to the site, links to the site and forbids indexing', async () => {
    const redirectOf = async (address: string) => {
      const response = await fetch(wordpress.url + address, { redirect: 'manual' });
      return [response.status, response.headers.get('location'), response.headers.get('x-robots-tag')];
    };
    const statusOf = async (address: string) => {
      const response = await fetch(wordpress.url + address);
      await response.arrayBuffer();
      return response.status;
    };
    const expectedRedirect = (address: string) => [301, siteUrl + address, 'noindex, nofollow'];

    expect(await redirectOf('/')).toEqual(expectedRedirect('/'));
    expect(await redirectOf('/about-us/')).toEqual(expectedRedirect('/about-us'));
    expect(await redirectOf('/agb/')).toEqual(expectedRedirect('/agb.php'));
    const id = await wordpress.cli('eval', "echo get_page_by_path( 'about-us' )->ID;");
    expect(await redirectOf(`/?p=${id}`)).toEqual(expectedRedirect('/about-us'));
    const file = await wordpress.cli('eval', "echo wp_insert_attachment( array(), '2026/01/rates.pdf' );");
    expect((await redirectOf(`/?p=${file}`))[1]).toMatch(/\/2026\/01\/rates\.pdf$/);
    expect(await redirectOf('/feed/')).toEqual(expectedRedirect('/news/feed.xml'));
    expect(await redirectOf('/category/payouts/')).toEqual(expectedRedirect('/news?category=payouts'));
    expect(await redirectOf('/no/such/page')).toEqual(expectedRedirect('/no/such/page'));
    expect((await redirectOf('/admin')).slice(0, 2)).toEqual([302, `${wordpress.url}/wp-admin/`]);
    expect((await redirectOf('/login')).slice(0, 2)).toEqual([302, `${wordpress.url}/wp-login.php`]);
    expect(await statusOf('/wp-login.php')).toBe(200);
    expect(await statusOf('/wp-json/wp/v2/pages')).toBe(200);
    const robots = await (await fetch(`${wordpress.url}/robots.txt`)).text();
    expect(robots).toContain('Disallow: /wp-content/');
    expect(robots).not.toContain('Sitemap');

    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/events?per_page=1&slug=registrar-row-vienna`);
    expect(await response.json()).toMatchObject([{ link: `${siteUrl}/events/registrar-row-vienna` }]);
    const question = await fetch(`${wordpress.url}/wp-json/wp/v2/faq/103`);
    expect(await question.json()).toMatchObject({ link: `${siteUrl}/faq#faq-103` });
  });

  test('changes the name, telephone number and notices of the site on an accessible screen, and the name also on error pages', async () => {
    expect(await readPublic('/nowhere')).toContain('<span>Freehold</span>');
    await openAdmin('admin.php?page=site-companion-site');
    await canvas().getByLabel('Name', { exact: true }).fill('Lotmark');
    await canvas().getByLabel('Telephone').fill('+49 (0)40 12-34');
    await canvas().getByLabel('Hours').fill('Mondays & Fridays');
    await canvas().getByRole('button', { name: 'Add: Notice' }).click();
    await canvas().getByRole('textbox', { name: 'Text' }).fill('Closed on 24 December');
    await canvas().getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
    const notice = page.locator('.components-notice', { hasText: 'Correct the details in red' });
    await notice.waitFor();
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    // As for a user whose language is written from right to left.
    await canvas()
      .locator('html')
      .evaluate((document) => document.setAttribute('dir', 'rtl'));
    for (const [label, direction] of Object.entries({ Name: 'rtl', Telephone: 'ltr', Link: 'ltr' })) {
      const input = canvas().getByRole('textbox', { name: label, exact: true });
      expect(await input.evaluate((element) => getComputedStyle(element).direction), label).toBe(direction);
    }
    await canvas().getByRole('textbox', { name: 'Link' }).fill('/contact');
    await notice.waitFor({ state: 'hidden' });
    await save();

    await expectOnSite('/news').toContain('<a href="/contact">Closed on 24 December</a>');
    expect(await readPublic('/news')).toContain('<span>Lotmark</span>');
    expect(await readPublic('/news')).toContain('<a href="tel:+49401234">+49 (0)40 12-34</a>');
    expect(await readPublic('/contact')).toContain('Mondays &amp; Fridays');
    await expectOnSite('/nowhere').toContain('<span>Lotmark</span>');
    await canvas().getByLabel('Name', { exact: true }).fill('');
    await canvas().getByLabel('Telephone').fill('');
    page.once('dialog', (dialog) => void dialog.accept());
    await canvas().getByRole('button', { name: 'Remove Notice 1' }).click();
    await save();
    await expectOnSite('/news').not.toContain('Closed on 24 December');
    expect(await readPublic('/news')).not.toContain('tel:');
  });

  test('an unpublished page disappears from the header menu, and without a menu the site shows its default menu', async () => {
    /** The labels of the menu in the header. */
    const readMenu = async (address: string): Promise<string[]> =>
      parse(await readPublic(address))
        .querySelectorAll('#site-menu a')
        .map(({ text }) => text);
    await wordpress.cli(
      'eval',
      `$menu = wp_create_nav_menu( 'Main' );
      foreach ( array( 'agb', 'imprint', 'news' ) as $slug ) {
        $entry = array( 'menu-item-object-id' => get_page_by_path( $slug )->ID, 'menu-item-object' => 'page', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' );
        wp_update_nav_menu_item( $menu, 0, $entry );
      }
      set_theme_mod( 'nav_menu_locations', array( 'site_header' => $menu ) );`,
    );

    await expect.poll(() => readMenu('/news')).toEqual(['Terms and conditions', 'Imprint', 'News']);
    expect(await readMenu('/nowhere')).toHaveLength(3);
    const html = await readPublic('/news');
    expect(html).toContain('<a href="/agb.php" class=');
    expect(html).toMatch(/<a href="\/news" aria-current="page"/);

    await wordpress.cli('post', 'update', '407', '--post_status=draft');
    await expect.poll(() => readMenu('/news')).toHaveLength(2);
    await wordpress.cli('menu', 'delete', 'main');
    await expect.poll(() => readMenu('/news')).toContain('About us');
  });

  test('finds the screens of the website below one entry, and nothing under Appearance except for Menus', async () => {
    for (const [screen, name] of [
      ['admin.php?page=site-companion-homepage', 'Home page'],
      ['admin.php?page=site-companion-site', 'Name and notices'],
      ['nav-menus.php', 'Menus'],
    ] as const) {
      const { html } = await session.readScreen(screen);
      const entry = html.querySelector('#adminmenu .wp-has-current-submenu');
      expect(entry?.querySelector('.wp-menu-name')?.text, screen).toBe('Website');
      expect(entry?.querySelector('.current a')?.text, screen).toBe(name);
      const names = ['Home page', 'FAQ page', 'Name and notices', 'Redirects', 'Menus'];
      expect(entry?.querySelectorAll('.wp-submenu a').map(({ text }) => text)).toEqual(names);
      expect(html.querySelector('#adminmenu')?.text).not.toContain('Appearance');
    }
    for (const screen of ['themes.php', 'widgets.php', 'customize.php', 'site-editor.php']) {
      expect((await session.readScreen(screen)).status, screen).toBe(403);
    }
  });

  test('an author may use neither the screen Menus nor the screen "Name and notices"', async () => {
    const author = await editing.openSession('arthur');
    for (const screen of ['nav-menus.php', 'admin.php?page=site-companion-site']) {
      expect((await author.readScreen(screen)).status, screen).toBe(403);
    }
  });

  test('revisions of a page contain its texts for search engines, and an unusable canonical address is not stored', async () => {
    const code = `
      wp_set_current_user( get_user_by( 'login', 'ed' )->ID );
      $send = static function ( array $seo ): void {
        $request = new WP_REST_Request( 'POST', '/wp/v2/pages/402' );
        $request->set_body_params( array( 'title' => 'About us', 'meta' => array( '_site_companion_seo' => $seo ) ) );
        rest_do_request( $request );
      };
      $seo = array( 'title' => 'One', 'description' => '', 'canonical' => 'http://example.org', 'noindex' => false );
      $send( $seo );
      $send( array( 'title' => 'Two' ) + $seo );
      $stored = array_map( static fn( $post ) => get_post_meta( $post->ID, '_site_companion_seo', true ), array_values( wp_get_post_revisions( 402 ) ) );
      echo wp_json_encode( array( array_column( $stored, 'title' ), array_unique( array_column( $stored, 'canonical' ) ) ) );`;
    const [titles, addresses] = JSON.parse(await wordpress.cli('eval', code));

    expect(titles).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(addresses).toEqual(['']);
  });

  describe('with an SEO plugin', () => {
    // Vitest calls the returned function after the tests.
    beforeAll(() => addPlugin(editing.directory, join(import.meta.dirname, 'fake-seo-plugins.php')));

    test('the texts of Yoast, Rank Math, SEOPress and All in One SEO have precedence, and the own ones count where they have none', async () => {
      const canonical = 'https://elsewhere.example/audit';
      const meta = {
        _site_companion_seo: { title: 'Own title', description: 'Own description' },
        _yoast_wpseo_title: '%title% for everybody %%page%% %%sep%% %%sitename%%',
        '_yoast_wpseo_meta-robots-noindex': '1',
        _yoast_wpseo_canonical: canonical,
        rank_math_title: '%title% for everybody %sep% %sitename%',
        rank_math_robots: ['noindex', 'nofollow'],
        rank_math_canonical_url: canonical,
        _seopress_titles_title: 'Portfolio audit for everybody %%sep%% %%sitetitle%%',
        _seopress_robots_index: 'yes',
        _seopress_robots_canonical: canonical,
        _fake_aioseo: {
          title: '%title% for everybody #separator_sa #site_title',
          robots_default: false,
          robots_noindex: true,
          canonical_url: canonical,
        },
      };
      const store = `
        foreach ( json_decode( '${JSON.stringify(meta)}', true ) as $key => $value ) update_post_meta( 411, $key, $value );`;
      const readSeo = async () => (await (await fetch(`${wordpress.url}/wp-json/wp/v2/pages/411`)).json()).seo;

      await wordpress.cli('eval', store);
      expect(await readSeo(), 'without a plugin').toMatchObject({ title: 'Own title', canonical: '', noindex: false });
      for (const name of ['rank-math', 'seopress', 'aioseo', 'yoast']) {
        await wordpress.cli('option', 'update', 'fake_seo_plugin', name);
        expect(await readSeo(), name).toEqual({
          title: 'Portfolio audit for everybody',
          description: 'Own description',
          image: false,
          canonical,
          noindex: true,
        });
      }
    });

    test('the own fields are not shown, except for those of the home page, which an SEO plugin does not have', async () => {
      // The tests before have left Yoast active.
      const hasOwnFields = async (screen: string) =>
        (await session.readScreen(screen)).html.outerHTML.includes('siteCompanionSeo');

      expect(await hasOwnFields('post.php?post=411&action=edit')).toBe(false);
      expect(await hasOwnFields('post.php?post=201&action=edit')).toBe(false);
      expect(await hasOwnFields('admin.php?page=site-companion-homepage')).toBe(true);
    });
  });
});
