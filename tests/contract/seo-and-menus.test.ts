import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { type Editing, FIELDS_IN_EDITOR, listFormViolations, openEditing } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { addPlugin } from '../support/prepared-wordpress.ts';

describe.skipIf(phpProblem !== null)(withPhpProblem('an editor'), () => {
  let editing: Editing;
  let wordpress: WordPress;
  let page: Page;

  beforeAll(async () => {
    editing = await openEditing({ site: { SITE_INDEXABLE: 'true' } });
    wordpress = editing.wordpress;
    page = await editing.openWindow('ed');
  });

  afterAll(() => editing?.close());

  const readSite = async (path: string): Promise<string> => (await fetch(editing.siteUrl + path)).text();
  const expectOnSite = (path: string) => expect.poll(() => readSite(path));
  /** The labels of the menu in the header. */
  const readMenu = async (path: string): Promise<string[]> => {
    const menu = /<nav id="site-menu".*?<\/nav>/.exec(await readSite(path))?.[0] ?? '';
    return [...menu.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label = '']) => label);
  };
  const findId = async (type: string, slug: string): Promise<string> =>
    (await wordpress.cli('post', 'list', `--post_type=${type}`, `--name=${slug}`, '--field=ID')).trim();

  const openEditor = (id: string): Promise<void> => openPanel(`post.php?post=${id}&action=edit`);

  const openPanel = async (screen: string): Promise<void> => {
    await page.goto(`${wordpress.url}/wp-admin/${screen}`);
    const panel = page.getByRole('button', { name: 'Search and sharing' });
    await panel.waitFor();
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
  };

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  const choosePicture = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Choose picture' }).click();
    await page.getByRole('tab', { name: 'Media Library' }).click();
    await page.getByRole('checkbox', { name: 'booth-front' }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
  };

  test('sets the title, description and picture of a post', async () => {
    const slug = 'payout-dates-winter-2026';
    await openEditor(await findId('post', slug));
    const panel = page.locator('.site-companion-seo-panel');
    await panel.getByLabel('Title').fill('When we pay this winter');
    await panel.getByLabel('Description').fill('Three dates, and why the one in December is early.');
    await choosePicture();
    await expect.poll(() => panel.locator('.site-companion-card-picture').getAttribute('src')).toContain('booth-front');
    await expect.poll(() => panel.locator('.site-companion-search-title').textContent()).toContain('When we pay');
    await save();

    await expectOnSite(`/${slug}`).toContain('<title>When we pay this winter | Freehold</title>');
    const html = await readSite(`/${slug}`);
    expect(html).toContain('<meta name="description" content="Three dates, and why the one in December is early."/>');
    expect(html).toMatch(/<meta property="og:image" content="[^"]*\/media\/card\/[^"]*booth-front\.webp\.jpg"\/>/);
  });

  test('hides an event from search engines, which keeps a canonical address', async () => {
    const [event] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/events?per_page=1`)).json();
    const stored = '{"canonical":"https://elsewhere.example/fair"}';
    await wordpress.cli('post', 'meta', 'update', event.id, '_site_companion_seo', stored, '--format=json');
    await openEditor(event.id);
    const panel = page.locator('.site-companion-seo-panel');
    await panel.getByLabel('Title').fill('Meet us');
    await panel.getByLabel('Hide from search engines').check();
    await save();

    await expectOnSite(`/events/${event.slug}`).toContain('<title>Meet us | Freehold</title>');
    const html = await readSite(`/events/${event.slug}`);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/fair"/>');
    await expectOnSite('/sitemap.xml').not.toContain(`/events/${event.slug}<`);
  });

  test('sets title and description of the home page and the FAQ page', async () => {
    for (const [screen, path, defaultDescription] of [
      ['homepage', '/', 'The description of the site.'],
      ['faqpage', '/faq', 'Search for a word'],
    ] as const) {
      await openPanel(`admin.php?page=site-companion-${screen}`);
      const fields = page.locator('.site-companion-seo-panel');
      expect(await fields.locator('.site-companion-search-text').textContent()).toContain(defaultDescription);
      await fields.getByLabel('Title').fill(`The ${screen}`);
      await fields.getByLabel('Description').fill(`About "${screen}"`);
      await save();
      await expectOnSite(path).toContain(`<title>The ${screen} | Freehold</title>`);
      expect(await readSite(path)).toContain(`<meta name="description" content="About &quot;${screen}&quot;"/>`);
    }
  });

  test('changes the name, telephone number and notices of the site on an accessible screen, and the name also on error pages', async () => {
    expect(await readSite('/nowhere')).toContain('<span>Freehold</span>');
    await page.goto(`${wordpress.url}/wp-admin/admin.php?page=site-companion-site`);
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    await canvas.getByLabel('Name', { exact: true }).fill('Lotmark');
    await canvas.getByLabel('Telephone').fill('+49 (0)40 12-34');
    await canvas.getByLabel('Hours').fill('Mondays & Fridays');
    await canvas.getByRole('button', { name: 'Add: Notice' }).click();
    await canvas.getByRole('textbox', { name: 'Text' }).fill('Closed on 24 December');
    await canvas.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
    const notice = page.locator('.components-notice', { hasText: 'Correct the details in red' });
    await notice.waitFor();
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    await canvas.getByRole('textbox', { name: 'Link' }).fill('/contact');
    await notice.waitFor({ state: 'hidden' });
    await save();

    await expectOnSite('/news').toContain('<a href="/contact">Closed on 24 December</a>');
    expect(await readSite('/news')).toContain('<span>Lotmark</span>');
    expect(await readSite('/news')).toContain('<a href="tel:+49401234">+49 (0)40 12-34</a>');
    expect(await readSite('/contact')).toContain('Mondays &amp; Fridays');
    await expectOnSite('/nowhere').toContain('<span>Lotmark</span>');
    await canvas.getByLabel('Name', { exact: true }).fill('');
    await canvas.getByLabel('Telephone').fill('');
    await canvas.getByRole('button', { name: 'Remove Notice 1' }).click();
    await canvas.getByRole('button', { name: 'Remove', exact: true }).click();
    await save();
    await expectOnSite('/news').not.toContain('Closed on 24 December');
    expect(await readSite('/news')).not.toContain('tel:');
  });

  test('an unpublished page disappears from the header menu, and without a menu the site shows its default menu', async () => {
    await wordpress.cli('menu', 'create', 'Main');
    for (const slug of ['agb', 'imprint', 'news']) {
      await wordpress.cli('menu', 'item', 'add-post', 'main', await findId('page', slug));
    }
    await wordpress.cli('menu', 'location', 'assign', 'main', 'site_header');

    await expect
      .poll(() => readMenu('/news'))
      .toEqual(expect.arrayContaining(['Terms and conditions', 'Imprint', 'News']));
    expect(await readMenu('/nowhere')).toHaveLength(3);
    const html = await readSite('/news');
    expect(html).toContain('<a href="/agb.php" class=');
    expect(html).toMatch(/<a href="\/news" aria-current="page"/);

    await wordpress.cli('post', 'update', await findId('page', 'imprint'), '--post_status=draft');
    await expect.poll(() => readMenu('/news')).toHaveLength(2);
    await wordpress.cli('menu', 'delete', 'main');
    await expect.poll(() => readMenu('/news')).toContain('About us');
  });

  test('may not use screens under Appearance except for Menus', async () => {
    for (const screen of ['themes.php', 'widgets.php', 'customize.php', 'site-editor.php']) {
      expect((await page.goto(`${wordpress.url}/wp-admin/${screen}`))?.status(), screen).toBe(403);
    }
    await page.goto(`${wordpress.url}/wp-admin/nav-menus.php`);
    expect(await page.locator('#adminmenu').textContent()).not.toContain('Appearance');
  });

  test('finds the screens of the website below one entry of the admin menu', async () => {
    const entry = page.locator('#adminmenu .wp-has-current-submenu');
    for (const [screen, name] of [
      ['admin.php?page=site-companion-homepage', 'Home page'],
      ['admin.php?page=site-companion-site', 'Name and notices'],
      ['nav-menus.php', 'Menus'],
    ] as const) {
      await page.goto(`${wordpress.url}/wp-admin/${screen}`);
      expect(await entry.locator('.wp-menu-name').textContent(), screen).toBe('Website');
      expect(await entry.locator('.current a').textContent(), screen).toBe(name);
    }
    expect(await entry.locator('.wp-submenu a').allTextContents()).toEqual([
      'Home page',
      'FAQ page',
      'Name and notices',
      'Redirects',
      'Menus',
    ]);
  });

  test('an author may use neither the screen Menus nor the screen "Name and notices"', async () => {
    const author = await editing.openWindow('arthur');
    for (const screen of ['nav-menus.php', 'admin.php?page=site-companion-site']) {
      expect((await author.goto(`${wordpress.url}/wp-admin/${screen}`))?.status(), screen).toBe(403);
    }
    await author.close();
  });

  test('revisions of a page contain its texts for search engines, and an unusable canonical address is not stored', async () => {
    const id = await findId('page', 'about-us');
    const code = `
      wp_set_current_user( get_user_by( 'login', 'ed' )->ID );
      $send = static function ( array $seo ): void {
        $request = new WP_REST_Request( 'POST', '/wp/v2/pages/${id}' );
        $request->set_body_params( array( 'title' => 'About us', 'meta' => array( '_site_companion_seo' => $seo ) ) );
        rest_do_request( $request );
      };
      $seo = array( 'title' => 'One', 'description' => '', 'canonical' => 'http://example.org', 'noindex' => false );
      $send( $seo );
      $send( array( 'title' => 'Two' ) + $seo );
      $stored = array_map( static fn( $post ) => get_post_meta( $post->ID, '_site_companion_seo', true ), array_values( wp_get_post_revisions( ${id} ) ) );
      echo wp_json_encode( array( array_column( $stored, 'title' ), array_unique( array_column( $stored, 'canonical' ) ) ) );`;
    const [titles, addresses] = JSON.parse(await wordpress.cli('eval', code));

    expect(titles).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(addresses).toEqual(['']);
  });

  describe('with an SEO plugin', () => {
    // Vitest calls the returned function after the tests.
    beforeAll(() => addPlugin(editing.directory, join(import.meta.dirname, 'fake-seo-plugins.php')));

    const readSeo = async (id: string) =>
      (await (await fetch(`${wordpress.url}/wp-json/wp/v2/pages/${id}`)).json()).seo;

    test.each([
      [
        'yoast',
        {
          _yoast_wpseo_title: '%title% for everybody %%page%% %%sep%% %%sitename%%',
          '_yoast_wpseo_meta-robots-noindex': '1',
          _yoast_wpseo_canonical: 'https://elsewhere.example/audit',
        },
      ],
      [
        'rank-math',
        {
          rank_math_title: '%title% for everybody %sep% %sitename%',
          rank_math_robots: ['noindex', 'nofollow'],
          rank_math_canonical_url: 'https://elsewhere.example/audit',
        },
      ],
      [
        'seopress',
        {
          _seopress_titles_title: 'Portfolio audit for everybody %%sep%% %%sitetitle%%',
          _seopress_robots_index: 'yes',
          _seopress_robots_canonical: 'https://elsewhere.example/audit',
        },
      ],
      [
        'aioseo',
        {
          _fake_aioseo: {
            title: '%title% for everybody #separator_sa #site_title',
            robots_default: false,
            robots_noindex: true,
            canonical_url: 'https://elsewhere.example/audit',
          },
        },
      ],
    ])('%s: its texts have precedence, and the own ones count where it has none', async (name, meta) => {
      const id = await findId('page', 'portfolio-audit');
      const values = { ...meta, _site_companion_seo: { title: 'Own title', description: 'Own description' } };
      const code = `
        update_option( 'fake_seo_plugin', '${name}' );
        foreach ( json_decode( '${JSON.stringify(values)}', true ) as $key => $value ) update_post_meta( ${id}, $key, $value );`;
      await wordpress.cli('eval', code);

      expect(await readSeo(id)).toEqual({
        title: 'Portfolio audit for everybody',
        description: 'Own description',
        image: false,
        canonical: 'https://elsewhere.example/audit',
        noindex: true,
      });
      await wordpress.cli('option', 'delete', 'fake_seo_plugin');
      expect(await readSeo(id)).toMatchObject({ title: 'Own title', canonical: '', noindex: false });
    });

    test('the own fields are not shown, except for those of the home page, which an SEO plugin does not have', async () => {
      await wordpress.cli('option', 'update', 'fake_seo_plugin', 'yoast');
      await page.goto(`${wordpress.url}/wp-admin/post.php?post=${await findId('page', 'portfolio-audit')}&action=edit`);
      await page.getByRole('button', { name: 'Move to trash' }).waitFor();
      expect(await page.getByRole('button', { name: 'Search and sharing' }).count()).toBe(0);
      const [event] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/events?per_page=1`)).json();
      await page.goto(`${wordpress.url}/wp-admin/post.php?post=${event.id}&action=edit`);
      await page.getByRole('button', { name: 'Move to trash' }).waitFor();
      expect(await page.getByRole('button', { name: 'Search and sharing' }).count()).toBe(0);
      await openPanel('admin.php?page=site-companion-homepage');
      expect(await page.locator('.site-companion-seo-panel').count()).toBe(1);
    });
  });
});
