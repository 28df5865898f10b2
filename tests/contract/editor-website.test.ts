import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { type Editing, FIELDS_IN_EDITOR, listFormViolations, openEditing } from '../support/editing.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { addPlugin } from '../support/prepared-wordpress.ts';

const OWN_REDIRECTS = '/old-prices /faq\\n/only-here /contact';

const createPost = async (wordpress: WordPress, type: string, fields: Record<string, string>): Promise<string> => {
  const options = Object.entries(fields).map(([name, value]) => `--post_${name}=${value}`);
  return (await wordpress.cli('post', 'create', `--post_type=${type}`, ...options, '--porcelain')).trim();
};

describe.skipIf(phpProblem !== null)(withPhpProblem('an editor'), () => {
  let editing: Editing;
  let siteUrl = '';
  let wordpress: WordPress;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    editing = await openEditing({ site: { SITE_INDEXABLE: 'true' } });
    ({ siteUrl, wordpress } = editing);
    page = await editing.openWindow('ed');
    context = page.context();
  });

  afterAll(() => editing?.close());

  /** A screen of wp-admin as WordPress sends it, which costs less than to run its scripts. */
  const readScreen = async (screen: string, { request } = context) => {
    const response = await request.get(`/wp-admin/${screen}`);
    return { status: response.status(), html: parse(await response.text()) };
  };

  const openAdmin = (screen: string) => page.goto(`${wordpress.url}/wp-admin/${screen}`);

  /** Opens a preview and returns what it shows. */
  const readPreview = async (open: () => Promise<void>) => {
    const [opened] = await Promise.all([context.waitForEvent('page'), open()]);
    await opened.waitForURL((url) => url.href.startsWith(siteUrl));
    // The pictures, which the site scales first, do not matter.
    await opened.waitForLoadState('domcontentloaded');
    const bar = opened.getByRole('complementary', { name: 'Preview' });
    const shown = {
      path: opened.url().slice(siteUrl.length),
      bar: await bar.textContent(),
      edit: await bar.getByRole('link', { name: 'Edit' }).getAttribute('href'),
      share: await bar.getByRole('link', { name: 'Link to share' }).getAttribute('href'),
      text: await opened.getByRole('main').textContent(),
      title: await opened.title(),
      description: await opened.locator('meta[name="description"]').getAttribute('content'),
      picture: await opened.locator('meta[property="og:image"]').getAttribute('content'),
      robots: await opened.locator('meta[name="robots"]').getAttribute('content'),
    };
    await opened.close();
    return shown;
  };

  const openBlockEditor = async (screen: string): Promise<void> => {
    await openAdmin(screen);
    await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId?.()');
    await page.evaluate(`wp.data.dispatch('core/preferences').set('core', 'enableChoosePatternModal', false);`);
  };

  const canvas = () => page.frameLocator('iframe[name="editor-canvas"]');

  const openPanel = async (name: string): Promise<void> => {
    const panel = page.getByRole('button', { name });
    await panel.waitFor();
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
  };

  const pressBlockEditorPreview = async (): Promise<void> => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: /Preview in new tab/ }).click();
  };

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  /** The HTML of a page for visitors without a preview. */
  const readPublic = async (address: string) => (await fetch(siteUrl + address)).text();
  const expectOnSite = (address: string) => expect.poll(() => readPublic(address));

  /** The status and the target of the response for an address of the site. */
  const follow = async (address: string) => {
    const response = await fetch(siteUrl + address, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };

  const findId = async (type: string, slug: string): Promise<string> =>
    (await wordpress.cli('post', 'list', `--post_type=${type}`, `--name=${slug}`, '--field=ID')).trim();

  test('previews changes of a published page, which visitors do not see', async () => {
    const id = await findId('page', 'imprint');
    const [{ id: pictureId }] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/media?slug=booth-front`)).json();
    await openBlockEditor(`post.php?post=${id}&action=edit`);
    await page.getByRole('button', { name: 'Page details' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Unsaved label');
    await page.evaluate(`
      wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('core/paragraph', { content: 'Not public yet.' }));
      const { getEditedPostAttribute } = wp.data.select('core/editor');
      const { _site_companion_seo: seo } = getEditedPostAttribute('meta');
      wp.data.dispatch('core/editor').editPost({
        featured_media: ${pictureId},
        meta: { _site_companion_seo: { ...seo, title: 'Unsaved title' } },
      });
    `);
    const shown = await readPreview(pressBlockEditorPreview);

    expect(shown).toMatchObject({
      path: '/imprint',
      bar: expect.stringMatching(/^Preview of changesas of .*, not published/),
      edit: `${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`,
      text: expect.stringMatching(/Unsaved label[\s\S]*Not public yet\./),
      title: expect.stringContaining('Unsaved title'),
      picture: expect.stringContaining('booth-front'),
    });
    expect(await readPublic('/imprint')).not.toMatch(/Not public yet|Unsaved|booth-front/);

    // A colleague, who is not signed in to WordPress, opens the link and leaves the preview at the same page.
    const colleague = await editing.openVisitor();
    await colleague.goto(siteUrl + shown.share);
    expect(await colleague.getByRole('main').textContent()).toContain('Not public yet.');
    await colleague.getByRole('button', { name: 'Leave preview' }).click();
    await expect.poll(() => colleague.url()).toBe(`${siteUrl}/imprint`);
    expect(await colleague.getByRole('main').textContent()).not.toContain('Not public yet.');
    await colleague.context().close();
  });

  test('sees the dates and cities of events in the list, and duplicates an event with all details', async () => {
    const { html } = await readScreen('edit.php?post_type=event&orderby=site_companion_start&order=asc');
    expect(html.querySelector('td.column-site_companion_when')?.text).toContain('February 24, 2026, 9:30 am');
    expect(html.querySelector('td.column-site_companion_where')?.text).toContain('Lisbon');
    const link = html.querySelector('a[aria-label="Duplicate “Lane Markings, Lisbon”"]');
    const response = await context.request.get(link?.getAttribute('href') ?? '', { maxRedirects: 0 });
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

    test('previews unsaved details, also a second time', async () => {
      const [{ id: pictureId }] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/media?slug=booth-front`)).json();
      await page.evaluate(`wp.data.dispatch('core/editor').editPost({ featured_media: ${pictureId} });`);
      for (const unsaved of ['First unsaved hall', 'Second unsaved hall']) {
        await page.getByRole('tab', { name: 'Event', exact: true }).click();
        await openPanel('Search and sharing');
        await seo().getByLabel('Title').fill(unsaved);
        await canvas().getByLabel('Venue').fill(unsaved);
        const shown = await readPreview(pressBlockEditorPreview);
        expect(shown.text).toContain(unsaved);
        expect(shown.title).toContain(unsaved);
        expect(shown.picture).toContain('booth-front');
      }
      expect(await readPublic(`/events/${slug}`)).not.toContain('unsaved hall');
    });

    test('sets the texts and the picture for search engines, and hides it from them, which keeps a canonical address', async () => {
      await page.getByRole('tab', { name: 'Event', exact: true }).click();
      await seo().getByLabel('Title').fill('Meet us');
      await seo().getByLabel('Description').fill('Three days, and why the last one is the best.');
      await seo().getByRole('button', { name: 'Choose picture' }).click();
      await page.getByRole('tab', { name: 'Media Library' }).click();
      await page.getByRole('checkbox', { name: 'booth-plan' }).click();
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      const shared = seo().locator('.site-companion-card-picture');
      await expect.poll(() => shared.getAttribute('src')).toContain('booth-plan');
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

  test.each([
    ['homepage', 'Name', '/', 'The description of the site.'],
    ['faqpage', 'Headline', '/faq', 'Search for a word'],
  ])(
    'previews the item %s with unsaved changes, on an accessible screen, and saves it',
    async (screen, field, address, text) => {
      await openBlockEditor(`admin.php?page=site-companion-${screen}`);
      await openPanel('Search and sharing');
      const seo = page.locator('.site-companion-seo-panel');
      expect(await seo.locator('.site-companion-search-text').textContent()).toContain(text);
      await seo.getByLabel('Title').fill(`The ${screen}`);
      await seo.getByLabel('Description').fill(`About "${screen}"`);
      expect(await listFormViolations(page, '.site-companion-seo-panel')).toEqual([]);
      // The sidebar then shows the panel of the block.
      if (screen === 'homepage') await canvas().locator('.site-companion-row__title').first().click();
      expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
      await canvas().getByLabel(field).first().fill('Not saved yet');
      const shown = await readPreview(pressBlockEditorPreview);

      expect(shown).toMatchObject({
        path: address,
        bar: expect.stringMatching(/^Preview of changesas of .*, not published/),
        edit: page.url(),
        text: expect.stringContaining('Not saved yet'),
        title: `The ${screen} | Freehold`,
        description: `About "${screen}"`,
      });
      expect(await readPublic(address)).not.toMatch(/Not saved yet|About &quot;/);
      await save();
      await expectOnSite(address).toContain(`<title>The ${screen} | Freehold</title>`);
      await expectOnSite(address).toContain('Not saved yet');
      const description = `<meta name="description" content="About &quot;${screen}&quot;"/>`;
      expect(await readPublic(address)).toContain(description);
    },
  );

  test('previews a scheduled article', async () => {
    const id = await createPost(wordpress, 'post', {
      title: 'Later',
      status: 'future',
      date: '2031-01-01 10:00:00',
      content: 'Soon.',
    });
    const shown = await readPreview(async () => {
      const opened = await context.newPage();
      await opened.goto(`${wordpress.url}/?p=${id}&preview=true`);
    });

    expect(shown).toMatchObject({ bar: expect.stringContaining('scheduled'), text: expect.stringContaining('Soon.') });
  });

  test('is told when the signature of a preview link is wrong, and when the site may not read drafts; others must log in', async () => {
    const id = await createPost(wordpress, 'post', { title: 'Drafted' });
    const preview = `${wordpress.url}/wp-admin/admin-post.php?action=site_companion_preview&post=${id}`;
    for (const address of [preview, `${wordpress.url}/?p=${id}&preview=true`]) {
      const unknown = await fetch(address, { redirect: 'manual' });
      expect(unknown.headers.get('location')).toContain('/wp-login.php');
    }
    const response = await context.request.get(preview, { maxRedirects: 0 });
    const link = response.headers().location ?? '';
    expect(link).toContain(`${siteUrl}/api/preview?token=`);
    const forged = await fetch(`${link}x`);
    expect(forged.status).toBe(403);
    expect(await forged.text()).toContain('PREVIEW_SECRET');

    const opened = await context.newPage();
    await opened.goto(link);
    await wordpress.cli('user', 'set-role', 'website', 'subscriber');
    await opened.reload();
    expect(await opened.getByRole('main').textContent()).toContain('check the settings CMS_USER and CMS_APP_PASSWORD');
    await wordpress.cli('user', 'set-role', 'website', 'site_companion_reader');
    await opened.reload();
    await opened.getByRole('button', { name: 'Leave preview' }).click();
    await opened.waitForURL(`${siteUrl}/`);
    expect(await opened.getByRole('complementary', { name: 'Preview' }).count()).toBe(0);
    await opened.close();
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
    const old = { title: 'Price list', name: 'price-list', content: '<p>Nothing.</p>', status: 'publish' };
    const id = await createPost(wordpress, 'page', old);
    await wordpress.cli('post', 'update', id, '--post_name=prices');
    const link = (address: string) => `<p><a href="${address}">here</a></p>`;
    const createArticle = (title: string, content: string) =>
      createPost(wordpress, 'post', { title, content, status: 'publish' });
    await createArticle('Cheaper than ever', link(`${siteUrl}/prices#june`));
    await createArticle('Prices of 2026', link('/prices-2026'));
    const notices = JSON.stringify({ notices: [{ text: 'New prices', url: '/prices' }] });
    const siteItem = 'SiteCompanion\\single_item( SiteCompanion\\SITE )->ID, SiteCompanion\\FIELDS_META';
    await wordpress.cli('eval', `update_post_meta( ${siteItem}, wp_slash( '${notices}' ) );`);
    onTestFinished(async () => void (await wordpress.cli('eval', `delete_post_meta( ${siteItem} );`)));
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
    await openPanel('Automatic redirects');
    await page.getByText('/price-list → /prices').waitFor();
    await page.getByRole('link', { name: 'Delete the redirect of /price-list' }).click();
    await expect.poll(() => follow('/price-list')).toEqual([404, null]);
    await page.getByText('/price-list → /prices').waitFor({ state: 'detached' });
  });

  // On the screen that the test before has opened.
  test('enters redirects on an accessible screen, and is told about chains, existing pages and invalid addresses', async () => {
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
      'cannot be used as an address',
      'is not secure',
      'Enter the new address',
    ]) {
      await expect.poll(() => messages.textContent()).toContain(sentence);
    }
    expect(await saveButton.getAttribute('aria-disabled')).toBe('true');
    await enter('/loop-a /loop-b', '/loop-b /loop-a', '/loop-a /faq');
    await expect.poll(() => messages.textContent()).toContain('This would be a loop: /loop-a → /loop-b → /loop-a');
    expect(await messages.textContent()).toContain('/loop-a is redirected to /loop-b already');

    const start = before === '' ? 0 : before.split('\n').length;
    await enter(`${siteUrl}/old-prices/ /solutions`, '/older-prices /old-prices 302 # until June', '/imprint /faq');
    await expect.poll(() => messages.textContent()).toContain('visitors go to /solutions at once');
    expect(await messages.textContent()).toContain(`Line ${start + 2}: /old-prices is redirected, too`);
    expect(await messages.textContent()).toContain(`Line ${start + 3}: The site still shows`);
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
    await wordpress.cli('eval', store);
    await wordpress.cli('eval', [...calls, inGroup].join(''));

    await expect.poll(() => follow('/fair-2026')).toEqual([302, '/events']);
    expect(await follow('/old-prices')).toEqual([301, 'https://shop.example/prices']);
    expect(await follow('/only-here')).toEqual([301, '/contact']);
    for (const address of ['/switched-off', '/in-group', '/deleted'])
      expect(await follow(address)).toEqual([404, null]);
    expect((await readScreen('')).html.querySelector('#adminmenu')?.text).not.toContain('Redirects');
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
    expect(await redirectOf('/feed/')).toEqual(expectedRedirect('/news/feed.xml'));
    expect(await redirectOf('/category/company/')).toEqual(expect.arrayContaining([301]));
    expect(await redirectOf('/no/such/page')).toEqual(expectedRedirect('/no/such/page'));
    expect(await statusOf('/wp-login.php')).toBe(200);
    expect(await statusOf('/wp-json/wp/v2/pages')).toBe(200);
    expect(await (await fetch(`${wordpress.url}/robots.txt`)).text()).not.toContain('Sitemap');

    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/events?per_page=1&slug=registrar-row-vienna`);
    expect(await response.json()).toMatchObject([{ link: `${siteUrl}/events/registrar-row-vienna` }]);
    const question = await fetch(`${wordpress.url}/wp-json/wp/v2/faq/103`);
    expect(await question.json()).toMatchObject({ link: `${siteUrl}/faq#faq-103` });
    const { html } = await readScreen('edit.php?post_type=page');
    expect(html.querySelector('#wp-admin-bar-view-site a')?.getAttribute('href')).toBe(`${siteUrl}/`);
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
    await canvas().getByRole('button', { name: 'Remove Notice 1' }).click();
    await canvas().getByRole('button', { name: 'Remove', exact: true }).click();
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

    await wordpress.cli('post', 'update', await findId('page', 'imprint'), '--post_status=draft');
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
      const { html } = await readScreen(screen);
      const entry = html.querySelector('#adminmenu .wp-has-current-submenu');
      expect(entry?.querySelector('.wp-menu-name')?.text, screen).toBe('Website');
      expect(entry?.querySelector('.current a')?.text, screen).toBe(name);
      const names = ['Home page', 'FAQ page', 'Name and notices', 'Redirects', 'Menus'];
      expect(entry?.querySelectorAll('.wp-submenu a').map(({ text }) => text)).toEqual(names);
      expect(html.querySelector('#adminmenu')?.text).not.toContain('Appearance');
    }
    for (const screen of ['themes.php', 'widgets.php', 'customize.php', 'site-editor.php']) {
      expect((await readScreen(screen)).status, screen).toBe(403);
    }
  });

  test('an author may use neither the screen Menus nor the screen "Name and notices"', async () => {
    const author = await editing.openWindow('arthur');
    for (const screen of ['nav-menus.php', 'admin.php?page=site-companion-site']) {
      expect((await readScreen(screen, author.context())).status, screen).toBe(403);
    }
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
      const hasOwnFields = async (screen: string) =>
        (await readScreen(screen)).html.outerHTML.includes('siteCompanionSeo');

      expect(await hasOwnFields(`post.php?post=${await findId('page', 'portfolio-audit')}&action=edit`)).toBe(false);
      expect(await hasOwnFields('post.php?post=201&action=edit')).toBe(false);
      expect(await hasOwnFields('admin.php?page=site-companion-homepage')).toBe(true);
    });
  });
});
