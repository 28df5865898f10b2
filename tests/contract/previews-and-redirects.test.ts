import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
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

  const openSeoPanel = async (): Promise<void> => {
    const panel = page.getByRole('button', { name: 'Search and sharing' });
    await panel.waitFor();
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
  };

  const pressBlockEditorPreview = async (): Promise<void> => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: /Preview in new tab/ }).click();
  };

  /** The HTML of a page for visitors without a preview. */
  const readPublic = async (address: string) => (await fetch(siteUrl + address)).text();

  test('previews changes of a published page, which visitors do not see', async () => {
    const id = (await wordpress.cli('post', 'list', '--post_type=page', '--name=imprint', '--field=ID')).trim();
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

  test('previews unsaved details of a published event', async () => {
    const id = (await wordpress.cli('post', 'list', '--post_type=event', '--posts_per_page=1', '--field=ID')).trim();
    const [{ id: pictureId }] = await (await fetch(`${wordpress.url}/wp-json/wp/v2/media?slug=booth-front`)).json();
    await openBlockEditor(`post.php?post=${id}&action=edit`);
    await openSeoPanel();
    await page.evaluate(`wp.data.dispatch('core/editor').editPost({ featured_media: ${pictureId} });`);
    for (const unsaved of ['First unsaved hall', 'Second unsaved hall']) {
      await page.getByRole('tab', { name: 'Event', exact: true }).click();
      await page.locator('#site-companion-seo-title').fill(unsaved);
      await page.frameLocator('iframe[name="editor-canvas"]').getByLabel('Venue').fill(unsaved);
      const shown = await readPreview(pressBlockEditorPreview);
      expect(shown.text).toContain(unsaved);
      expect(shown.title).toContain(unsaved);
      expect(shown.picture).toContain('booth-front');
    }
    expect(await readPublic('/events')).not.toContain('unsaved hall');
  });

  test('sees the pictures of the site in the form of an event, including SVGs', async () => {
    await openBlockEditor('post.php?post=201&action=edit');
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    const people = canvas.locator('[data-field="people"]');
    await people.waitFor();
    for (const title of await people.locator('.site-companion-row__title').all()) await title.click();
    const widths = () =>
      canvas
        .locator('.site-companion-thumbnail img')
        .evaluateAll((pictures) => pictures.map((picture) => Reflect.get(picture, 'naturalWidth')));

    // Three portraits and three pictures of the gallery.
    await expect.poll(widths).toEqual(Array(6).fill(expect.toSatisfy((width) => width > 0)));
  });

  test('previews the home page and the FAQ page with unsaved changes, on accessible screens', async () => {
    const screens = [
      ['homepage', 'Name', '/'],
      ['faqpage', 'Headline', '/faq'],
    ] as const;
    for (const [screen, field, address] of screens) {
      await openBlockEditor(`admin.php?page=site-companion-${screen}`);
      const canvas = page.frameLocator('iframe[name="editor-canvas"]');
      await openSeoPanel();
      const seo = page.locator('.site-companion-seo-panel');
      await seo.getByLabel('Title').fill('Unsaved title');
      await seo.getByLabel('Description').fill('Unsaved description');
      expect(await listFormViolations(page, '.site-companion-seo-panel')).toEqual([]);
      // The sidebar then shows the panel of the block.
      if (screen === 'homepage') await canvas.locator('.site-companion-row__title').first().click();
      expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
      await canvas.getByLabel(field).first().fill('Not saved');
      const shown = await readPreview(pressBlockEditorPreview);

      expect(shown).toMatchObject({
        path: address,
        bar: expect.stringMatching(/^Preview of changesas of .*, not published/),
        edit: page.url(),
        text: expect.stringContaining('Not saved'),
        title: expect.stringContaining('Unsaved title'),
        description: 'Unsaved description',
      });
      expect(await readPublic(address)).not.toMatch(/Not saved|Unsaved/);
    }
  });

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

  test('is told when the signature of a preview link is wrong, and when the site may not read drafts', async () => {
    const id = await createPost(wordpress, 'post', { title: 'Drafted' });
    const response = await context.request.get(
      `${wordpress.url}/wp-admin/admin-post.php?action=site_companion_preview&post=${id}`,
      { maxRedirects: 0 },
    );
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

  test('the preview of a draft asks clients that are not logged in to log in', async () => {
    const id = await createPost(wordpress, 'post', { title: 'Drafted' });
    for (const address of [
      `/?p=${id}&preview=true`,
      `/wp-admin/admin-post.php?action=site_companion_preview&post=${id}`,
    ]) {
      const response = await fetch(wordpress.url + address, { redirect: 'manual' });
      expect(response.headers.get('location')).toContain('/wp-login.php');
    }
  });

  test('changes slugs, and the old addresses redirect', async () => {
    const renamed = [
      ['post', 'first-article', '/first-article', '/second-article'],
      ['page', 'first-page', '/first-page', '/second-page'],
      ['event', 'first-event', '/events/first-event', '/events/second-event'],
    ] as const;
    for (const [type, slug, before, after] of renamed) {
      const id = await createPost(wordpress, type, { title: 'Renamed', name: slug, status: 'publish' });
      if (type === 'event') {
        const fields = '{"start_date":"2027-03-03 09:00:00","time_zone":"UTC"}';
        await wordpress.cli('post', 'meta', 'update', id, '_site_companion_fields', fields);
      }
      await wordpress.cli('post', 'update', id, `--post_name=${after.split('/').at(-1)}`);
      await expect
        .poll(async () => {
          const response = await fetch(siteUrl + before, { redirect: 'manual' });
          return [response.status, response.headers.get('location')];
        })
        .toEqual([301, after]);
      expect((await fetch(siteUrl + after)).status).toBe(200);
    }
  });

  test('enters redirects on an accessible screen, and is told about chains, existing pages and invalid addresses', async () => {
    await openBlockEditor('admin.php?page=site-companion-redirects');
    const list = page.frameLocator('iframe[name="editor-canvas"]').getByRole('textbox', { name: 'Redirects' });
    await list.waitFor();
    expect(await listFormViolations(page, FIELDS_IN_EDITOR)).toEqual([]);
    const saveButton = page.getByRole('button', { name: 'Save', exact: true });
    const messages = page.frameLocator('iframe[name="editor-canvas"]').locator('.site-companion-messages');
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

    const follow = async (address: string) => {
      const response = await fetch(siteUrl + address, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    await expect.poll(() => follow('/older-prices?utm_source=mail')).toEqual([302, '/solutions?utm_source=mail']);
    expect(await follow('/imprint')).toEqual([200, null]);
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
    await expect.poll(async () => (await fetch(`${siteUrl}/price-list`, { redirect: 'manual' })).status).toBe(301);

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
    const panel = page.getByRole('button', { name: 'Automatic redirects' });
    await panel.waitFor();
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
    await page.getByText('/price-list → /prices').waitFor();
    await page.getByRole('link', { name: 'Delete the redirect of /price-list' }).click();
    await page.waitForURL(/post\.php/);
    await expect.poll(async () => (await fetch(`${siteUrl}/price-list`, { redirect: 'manual' })).status).toBe(404);
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

    const follow = async (address: string) => {
      const response = await fetch(siteUrl + address, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    await expect.poll(() => follow('/fair-2026')).toEqual([302, '/events']);
    expect(await follow('/old-prices')).toEqual([301, 'https://shop.example/prices']);
    expect(await follow('/only-here')).toEqual([301, '/contact']);
    for (const address of ['/switched-off', '/in-group', '/deleted'])
      expect(await follow(address)).toEqual([404, null]);
    await openAdmin('');
    expect(await page.locator('#adminmenu').textContent()).not.toContain('Redirects');
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
    await openAdmin('edit.php?post_type=page');
    expect(await page.locator('#wp-admin-bar-view-site a').getAttribute('href')).toBe(`${siteUrl}/`);
  });
});
