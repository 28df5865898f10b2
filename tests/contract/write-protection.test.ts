import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { openRestApi, startPreparedWordPress } from '../support/prepared-wordpress.ts';

const SNAPSHOT = join(import.meta.dirname, '../../private/content');

const Item = z.looseObject({ id: z.number(), acf: z.looseObject({}) });
const Rejection = z.object({ code: z.string(), data: z.object({ params: z.record(z.string(), z.string()) }) });

describe.skipIf(phpProblem !== null)(withPhpProblem('a WordPress that accepts writes'), () => {
  let wordpress: Awaited<ReturnType<typeof startPreparedWordPress>>;
  let request: ReturnType<typeof openRestApi>;

  beforeAll(async () => {
    const port = await freePort();
    // No site runs at this URL, with which the URL of WordPress begins.
    const siteUrl = `http://127.0.0.1:${String(port).charAt(0)}`;
    wordpress = await startPreparedWordPress(SNAPSHOT, { port, siteUrl });
    const { CMS_USER, CMS_APP_PASSWORD } = parseEnv(await readFile(wordpress.siteAccess?.envFile ?? '', 'utf8'));
    request = openRestApi(wordpress, `Basic ${Buffer.from(`${CMS_USER}:${CMS_APP_PASSWORD}`).toString('base64')}`);
  });

  afterAll(() => wordpress?.remove());

  const createDraft = async (collection: 'events' | 'faq'): Promise<number> => {
    const { body } = await request('ed', `/wp/v2/${collection}`, { title: 'Draft', status: 'draft' });
    return z.looseObject({ id: z.number() }).parse(body).id;
  };

  const UNSAFE = '<p>Text</p><script>alert(1)</script><img src="x" onerror="alert(1)">';

  test('removes scripts and event handlers from what an author sends, but keeps "%", "<" and ">" in plain text', async () => {
    const acf = {
      start_date: '2027-03-01 09:30',
      venue: 'Hall <script>alert(1)</script>5 < 6',
      city: 'a < b, 1<2 & c > d',
      programme: [{ time: '9:00', title: '<img src=x onerror=alert(1)', text: 'One\r\nTwo' }],
      recap_html: UNSAFE,
    };
    const seo = { title: '0%fees for parking, < 1 day', description: '<script>alert(1)</script>100%ad' };
    const sent = { title: 'Fair', status: 'publish', acf, meta: { _site_companion_seo: seo } };
    const created = await request('arthur', '/wp/v2/events', sent);

    expect(created.status).toBe(201);
    const item = Item.parse(created.body);
    expect(item.acf).toMatchObject({
      venue: 'Hall 5 < 6',
      city: 'a < b, 1<2 & c > d',
      programme: [{ time: '9:00', title: '', text: 'One\nTwo' }],
    });
    expect(JSON.stringify(item.acf)).not.toMatch(/script|onerror/);
    expect(item.acf.recap_html).toContain('<p>Text</p>');
    expect(item.seo).toMatchObject({ title: seo.title, description: '100%ad' });
  });

  test('a page that the site always shows keeps its address, and no other item gets the address of a page', async () => {
    const aboutUs = '/wp/v2/pages/402';
    const codeOf = async (path: string, body: unknown) => {
      const answer = await request('ed', path, body);
      return [answer.status, z.looseObject({ code: z.string().optional() }).parse(answer.body).code];
    };
    const fixed = [400, 'site_companion_fixed_address'];
    const taken = [400, 'site_companion_taken_address'];
    const article = { title: 'Contact', status: 'publish' };

    expect(await codeOf(aboutUs, { slug: 'company' })).toEqual(fixed);
    expect(await codeOf(aboutUs, { status: 'draft' })).toEqual(fixed);
    expect(await codeOf(aboutUs, { password: 'secret' })).toEqual(fixed);
    expect((await request('ed', aboutUs, { date: '2040-01-01T00:00:00' })).body).toMatchObject({ status: 'publish' });
    expect(await codeOf(`${aboutUs}?_method=DELETE`, {})).toEqual([403, 'rest_cannot_delete']);
    expect(await codeOf('/wp/v2/posts', { ...article, slug: 'imprint' })).toEqual(taken);
    expect(await codeOf('/wp/v2/posts', { ...article, slug: 'faq' })).toEqual(taken);
    expect(await codeOf('/wp/v2/pages', { ...article, slug: 'metrics' })).toEqual(taken);
    expect(await codeOf('/wp/v2/pages/407', { slug: 'nameserver-setup' })).toEqual(taken);
    // WordPress's functions for capabilities accept items, too.
    const mayDelete = "echo (int) user_can( get_user_by( 'login', 'ed' ), 'delete_page', get_post( 402 ) );";
    expect(await wordpress.cli('eval', mayDelete)).toBe('0');
    // The new page is made while About us is open.
    const change = `
      wp_update_post( array( 'ID' => 402, 'post_name' => 'company' ) );
      $GLOBALS['post'] = get_post( 402 );
      $new = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'New' ) );
      echo get_post( 402 )->post_name, ' ', get_post( $new )->post_name;`;
    expect(await wordpress.cli('eval', change)).toBe('about-us new');
    const draft = { title: 'Prices', status: 'draft', slug: 'prices' };
    expect((await request('ed', '/wp/v2/posts', draft)).body).toMatchObject({ slug: 'prices' });
    expect(await codeOf('/wp/v2/pages', draft)).toEqual(taken);
    // WordPress makes a slug from the title.
    expect((await request('ed', '/wp/v2/posts', article)).body).toMatchObject({ slug: 'contact-2' });
    expect((await request('ed', '/wp/v2/pages/407', { slug: 'legal-notice' })).body).toMatchObject({
      slug: 'legal-notice',
    });
  });

  test('a page below another one gets an address of its own, and a second page at a fixed address can be removed', async () => {
    const child = { title: 'AGB', status: 'publish', parent: 402 };
    expect((await request('ed', '/wp/v2/pages', child)).body).toMatchObject({ slug: 'agb-2' });

    const force = "add_filter( 'pre_wp_unique_post_slug', fn( $none, $slug ) => $slug, 10, 2 );";
    const insert =
      "echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'AGB', 'post_parent' => 402 ) );";
    const second = `/wp/v2/pages/${await wordpress.cli('eval', force + insert)}`;
    expect((await request('ed', second, { content: 'Text' })).body).toMatchObject({ slug: 'agb' });
    expect((await request('ed', `${second}?_method=DELETE`, {})).status).toBe(200);
    const [agb] = z.array(z.object({ id: z.number() })).parse((await request(null, '/wp/v2/pages?slug=agb')).body);
    expect((await request('ed', `/wp/v2/pages/${agb?.id}?_method=DELETE`, {})).status).toBe(403);
  });

  test('names the patterns and the custom links of menus that lead to an item', async () => {
    const link = "'post_content' => '<p><a href=\"/news\">News</a></p>'";
    const prepare = `
      wp_insert_post( array( 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'Call', ${link} ) );
      $menu = wp_create_nav_menu( 'Own links' );
      foreach ( array( '/news', '/news-archive' ) as $url ) {
        wp_update_nav_menu_item( $menu, 0, array( 'menu-item-title' => 'Link', 'menu-item-url' => home_url( $url ), 'menu-item-status' => 'publish' ) );
      }`;
    await wordpress.cli('eval', prepare);
    // The page cannot be moved to the trash, so there is no question.
    expect((await request('ed', '/site-companion/v1/links/408')).body).toEqual({
      html: expect.stringMatching(/>Call<.*>Menu “Own links”</),
      warning: '',
    });
  });

  test('lists 50 links to an item, and keeps no items in memory that it reads for them', async () => {
    const code = `
      $write = fn( $type, $title, $text = '' ) => wp_insert_post( array( 'post_type' => $type, 'post_status' => 'publish', 'post_title' => $title, 'post_content' => $text ) );
      $target = $write( 'page', 'Linked often' );
      $linking = array_map( fn( $number ) => $write( 'wp_block', "Pattern $number", '<a href="/linked-often">Link</a>' ), range( 1, 52 ) );
      $front = $write( 'page', 'Start' );
      add_filter( 'pre_option_show_on_front', fn() => 'page' );
      add_filter( 'pre_option_page_on_front', fn() => $front );
      wp_cache_flush();
      // Every text contains the path of the front page, for example in a closing tag.
      SiteCompanion\\links_to( get_post( $front ) );
      $links = SiteCompanion\\links_to( get_post( $target ) );
      $kept = array_filter( $linking, fn( $id ) => false !== wp_cache_get( $id, 'posts' ) );
      echo json_encode( array( count( $links ), count( $kept ) ) );`;

    expect(JSON.parse(await wordpress.cli('eval', code))).toEqual([50, 0]);
  });

  test('old addresses are read without the texts of their items, and that of an item with a password does not redirect', async () => {
    const created = await request('ed', '/wp/v2/pages', { title: 'Offer', status: 'publish' });
    const { id } = z.looseObject({ id: z.number() }).parse(created.body);
    const readRedirects = async () => JSON.stringify((await request(null, '/api/redirects')).body);
    await request('ed', `/wp/v2/pages/${id}`, { slug: 'new-offer' });
    expect(await readRedirects()).toContain('"/offer"');
    // The texts of thousands of renamed items would not fit into memory.
    const code = `echo json_encode( array( count( SiteCompanion\\old_slug_redirects() ) > 0, wp_cache_get( ${id}, 'posts' ) ) );`;
    expect(JSON.parse(await wordpress.cli('eval', code))).toEqual([true, false]);

    await request('ed', `/wp/v2/pages/${id}`, { password: 'secret' });
    expect(await readRedirects()).not.toContain('"/offer"');
  });

  test('keeps "&", "<" and quotes in sections that are saved without the right to write all HTML', async () => {
    const buttons = [{ label: 'Buy & sell "now" < 5 % “fee” or "less"', url: 'https://example.com/?a=1&b=2' }];
    const html = '<p>One &amp; two</p><script>alert(1)</script>';
    const blocks = [
      { acf_fc_layout: 'hero', headline: 'Up & <b>down', points: false, buttons },
      { acf_fc_layout: 'text', html },
    ];
    const save = `
      $rows = json_decode( '${JSON.stringify(blocks)}', true );
      $page = array( 'post_type' => 'page', 'post_title' => 'Sections', 'post_content' => wp_slash( SiteCompanion\\content_of_rows( $rows ) ) );
      echo wp_json_encode( SiteCompanion\\rows_of_content( get_post( wp_insert_post( $page ) )->post_content ) );`;
    const stored = await wordpress.cli('eval', save, '--user=arthur');

    expect(JSON.parse(stored)).toEqual([
      { acf_fc_layout: 'hero', headline: 'Up & down', points: false, buttons },
      { acf_fc_layout: 'text', html: '<p>One &amp; two</p>alert(1)' },
    ]);
  });

  test('shows a synced pattern once, also if it contains itself, and none that is not published', async () => {
    const read = `
      $write = fn( $text, $status ) => wp_insert_post( array( 'post_type' => 'wp_block', 'post_status' => $status, 'post_content' => wp_slash( $text ) ) );
      $section = SiteCompanion\\content_of_rows( array( array( 'acf_fc_layout' => 'hero', 'headline' => 'Once' ) ) );
      $reference = fn( $id ) => '<!-- wp:block {"ref":' . $id . '} /-->';
      $own = $write( $section, 'publish' );
      wp_update_post( array( 'ID' => $own, 'post_content' => wp_slash( $section . $reference( $own ) . $reference( $own ) ) ) );
      $rows = fn( $id ) => SiteCompanion\\rows_of_content( $reference( $id ) );
      echo wp_json_encode( array( $rows( $own ), $rows( $write( $section, 'draft' ) ), $rows( $write( $section, 'trash' ) ) ) );`;

    expect(JSON.parse(await wordpress.cli('eval', read))).toEqual([
      [{ acf_fc_layout: 'hero', headline: 'Once' }],
      null,
      null,
    ]);
  });

  test('rejects fields that the schema does not know, at any depth, also in a draft', async () => {
    const acf = { start_date: '2027-03-01 09:30', evil: 1, people: [{ name: 'Mara', badge: 'red' }] };
    const rejected = await request('ed', '/wp/v2/events', { title: 'Fair', status: 'draft', acf });

    expect(rejected.status).toBe(400);
    expect(Rejection.parse(rejected.body).data.params).toEqual({
      'acf.evil': 'The site has no such field.',
      'acf.people.0.badge': 'The site has no such field.',
    });
    const blocks = [{ acf_fc_layout: 'cta', headline: 'Call', campaign: 'autumn' }];
    const page = await request('ed', '/wp/v2/pages', { title: 'Page', status: 'draft', acf: { blocks } });
    expect(Rejection.parse(page.body).data.params).toEqual({ 'acf.blocks.0.campaign': 'The site has no such field.' });
  });

  test('accepts fields that it does not know if they are stored already, so that what was read can be written back', async () => {
    const id = await createDraft('events');
    const stored = { start_date: '2027-01-01 10:00:00', hashtag: '#fair', people: [{ name: 'Mara', badge: 'red' }] };
    await wordpress.cli('post', 'meta', 'update', String(id), '_site_companion_fields', JSON.stringify(stored));
    const changed = { ...stored, venue: 'Hall', people: [{ name: 'New' }, ...stored.people] };
    const saved = await request('ed', `/wp/v2/events/${id}`, { acf: changed });

    expect(saved.status).toBe(200);
    expect(Item.parse(saved.body).acf).toEqual(changed);
  });

  test('cleans fields in the format of the block editor, also in autosaves, and shows them to nobody else', async () => {
    const author = { name: 'Mara <script>alert(1)</script>Lind', evil: 1 };
    const meta = (value: unknown) => ({ meta: { _site_companion_fields: JSON.stringify(value) } });
    const news = { title: 'News', content: 'Text', status: 'publish' };
    const created = await request('arthur', '/wp/v2/posts', { ...news, ...meta({ author, evil: 1 }) });
    const { id } = Item.parse(created.body);
    const autosave = await request('arthur', `/wp/v2/posts/${id}/autosaves`, meta({ author: { name: UNSAFE } }));
    const stored = await wordpress.cli('post', 'meta', 'get', String(id), '_site_companion_fields');

    expect(stored).toBe('{"author":{"name":"Mara Lind"}}\n');
    expect(autosave.body).toMatchObject({ parent: id, acf: { author: { name: 'Text' } } });
    expect((await request('arthur', `/wp/v2/posts/${id}`, meta([1]))).status).toBe(400);
    expect(JSON.stringify((await request(null, '/wp/v2/posts')).body)).not.toContain('_site_companion_fields');
  });

  test('saves the fields of a draft with each autosave, and removes those that a restored revision does not have', async () => {
    const draft = await request('arthur', '/wp/v2/events', { title: 'Fair', status: 'draft' });
    const { id } = Item.omit({ acf: true }).parse(draft.body);
    const meta = (value: unknown) => ({ meta: { _site_companion_fields: JSON.stringify(value) } });
    const readFields = async () => Item.parse((await request('arthur', `/wp/v2/events/${id}?context=edit`)).body).acf;
    const fields = { start_date: '2027-03-01 09:30:00', venue: 'Hall' };

    await request('arthur', `/wp/v2/events/${id}/autosaves`, { title: 'Fair 2027', ...meta({ ...fields, evil: 1 }) });
    expect(await readFields()).toEqual(fields);
    await request('arthur', `/wp/v2/events/${id}`, meta({ start_date: fields.start_date }));
    expect(await readFields()).toEqual({ start_date: fields.start_date });
  });

  test('stores a picture of the media library by its id, whatever else a request says about it', async () => {
    const id = await createDraft('events');
    const [media] = z.array(z.object({ id: z.number() })).parse((await request(null, '/wp/v2/media')).body);
    const image = { id: media?.id, url: 'https://evil.example/a.png', width: 1, height: 1, alt: '', extra: '<script>' };
    const saved = await request('ed', `/wp/v2/events/${id}`, { acf: { image } });

    expect(saved.status).toBe(200);
    expect(await wordpress.cli('post', 'meta', 'get', String(id), '_site_companion_fields')).toBe(
      `{"image":{"id":${media?.id}}}\n`,
    );
  });

  test('a category remembers the slugs that it had', async () => {
    const change = async (body: unknown) => (await request('ed', '/wp/v2/categories/51', body)).body;
    const { slug } = z.looseObject({ slug: z.string() }).parse((await request(null, '/wp/v2/categories/51')).body);

    expect(await change({ name: 'Feeds' })).toMatchObject({ slug, old_slugs: [] });
    expect(await change({ slug: 'feeds' })).toMatchObject({ slug: 'feeds', old_slugs: [slug] });
    expect(await change({ slug })).toMatchObject({ slug, old_slugs: ['feeds'] });
  });

  test('a notice that ends when it begins is rejected, an event may do so', async () => {
    const time = '2027-03-01 09:00:00';
    const ofNotice = "SiteCompanion\\validate_item( SiteCompanion\\SITE, array( 'notices' => array( $notice ) ) )";
    const ofEvent = "SiteCompanion\\validate_item( 'event', $event )";
    const validate = `
      $notice = array( 'text' => 'Closed', 'from' => '${time}', 'until' => '${time}' );
      $event  = array( 'start_date' => '${time}', 'end_date' => '${time}', 'time_zone' => 'Europe/Berlin' );
      echo wp_json_encode( array( array_column( ${ofNotice}, 'path' ), SiteCompanion\\errors_in( ${ofEvent} ) ) );`;

    expect(await wordpress.cli('eval', validate)).toBe('[["notices.0.until"],[]]');
  });

  test.each([
    ['an event', "'event', array( 'start_date' => $from, 'end_date' => $until, 'time_zone' => 'Europe/Berlin' )"],
    [
      'a notice',
      "SiteCompanion\\SITE, array( 'notices' => array( compact( 'from', 'until' ) + array( 'text' => 'Closed' ) ) )",
    ],
  ])('%s that ends before its start, moved as summer time begins, is rejected', async (_, item) => {
    const validate = `
      add_filter( 'pre_option_timezone_string', static fn() => 'Europe/Berlin' );
      $from  = '2027-03-28 02:30:00';
      $until = '2027-03-28 03:10:00';
      $early = array_column( SiteCompanion\\validate_item( ${item} ), 'message' );
      $until = '2027-03-28 03:40:00';
      echo wp_json_encode( array( $early, array_column( SiteCompanion\\validate_item( ${item} ), 'message' ) ) );`;

    expect(await wordpress.cli('eval', validate)).toBe('[["The end is before the start."],[]]');
  });

  test('serves what release 1.0.0 has stored', async () => {
    const file = join(import.meta.dirname, 'stored-values.json');
    const store = `
      $stored = json_decode( file_get_contents( '${file}' ), true );
      foreach ( array_keys( SiteCompanion\\SINGLE_ITEMS ) as $type ) {
        wp_delete_post( SiteCompanion\\single_item( $type )->ID, true );
      }
      array_map( 'update_option', array_keys( $stored['options'] ), $stored['options'] );
      foreach ( array( 'event', 'page' ) as $type ) {
        $id = wp_insert_post( wp_slash( array( 'post_type' => $type, 'post_status' => 'publish', 'post_title' => 'Stored', 'post_name' => 'stored', 'post_content' => $stored[ $type ]['content'] ) ) );
        foreach ( $stored[ $type ]['meta'] as $key => $value ) {
          update_post_meta( $id, $key, wp_slash( '_site_companion_fields' === $key ? wp_json_encode( $value ) : $value ) );
        }
      }`;
    await wordpress.cli('eval', store, '--user=admin');
    const read = async (path: string) => (await request(null, path)).body;
    const expectStoredPages = async () => {
      expect(await read('/api/homepage')).toEqual({
        acf: {
          testimonials: [
            {
              name: 'Mara',
              role: 'Owner',
              quote: '<p>It pays.</p>\n<p>Every month.</p>\n',
              image: { url: '/media/mara.jpg', alt: 'Mara', width: 320, height: 320 },
            },
          ],
          faq: [201],
        },
      });
      expect(await read('/api/faqpage')).toMatchObject({
        acf: { faq: { headline: 'Ask', under_headline_content_html: '<p>Or <a href="/contact">write</a>.</p>\n' } },
      });
    };

    await expectStoredPages();
    // The first editor who opens a screen moves its values from the options to an item.
    const move = "array_map( 'SiteCompanion\\create_single_item', array_keys( SiteCompanion\\SINGLE_ITEMS ) );";
    await wordpress.cli('eval', move, '--user=admin');
    await expectStoredPages();
    expect(await wordpress.cli('eval', "echo (int) get_option( 'site_companion_homepage' );")).toBe('0');
    expect(await read('/api/redirects')).toMatchObject({
      redirects: expect.arrayContaining([{ from: '/old-terms', to: '/stored', status: 301 }]),
    });
    const stored = z
      .object({ event: z.object({ meta: z.looseObject({ _site_companion_fields: z.unknown() }) }) })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    expect(await read('/wp/v2/events?slug=stored')).toMatchObject([{ acf: stored.event.meta._site_companion_fields }]);
    expect(await read('/wp/v2/pages?slug=stored')).toMatchObject([
      {
        acf: {
          description: 'What we agree on.',
          blocks: [
            {
              acf_fc_layout: 'text',
              html: '<p>One & two</p>\n<table><tbody><tr><td>3</td></tr></tbody></table>',
              of_old: 1,
            },
            { acf_fc_layout: 'marquee', text: 'Hi' },
          ],
        },
        seo: { title: 'Our terms', canonical: '/agb.php', image: { url: 'https://cdn.example/a.png' } },
      },
    ]);
  });

  test('an editor may edit the home page, the FAQ page, the order of questions, the site and the redirects, but neither delete nor add one; an author may do nothing', async () => {
    const create = 'SiteCompanion\\create_single_item( SiteCompanion\\QUESTION_ORDER );';
    const read = 'fn( $type ) => SiteCompanion\\single_item( $type )->ID';
    const types = 'array_keys( SiteCompanion\\SINGLE_ITEMS )';
    const ids = await wordpress.cli(
      'eval',
      `${create} echo wp_json_encode( array_combine( ${types}, array_map( ${read}, ${types} ) ) );`,
    );
    for (const [type, id] of Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(ids)))) {
      const path = `/wp/v2/${type}/${id}`;
      const hidden = {
        status: 'draft',
        title: 'Renamed',
        content: '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->',
      };

      expect((await request('arthur', path, hidden)).status).toBe(403);
      expect((await request('arthur', `${path}?context=edit`)).status).toBe(403);
      expect((await request('ed', path, hidden)).body).toMatchObject({ status: 'publish' });
      expect((await request('ed', `${path}?context=edit`)).body).toMatchObject({
        title: { raw: expect.stringMatching(/^(?:Home page|FAQ page|Order of questions|Name and notices|Redirects)$/) },
        content: { raw: expect.stringMatching(/^<!-- wp:site-companion-form\/fields [^>]*\/-->$/) },
      });
      expect((await request('ed', `${path}?_method=DELETE`, {})).status).toBe(403);
      expect((await request('ed', `/wp/v2/${type}`, { status: 'publish' })).status).toBe(403);
      expect((await request(null, `/wp/v2/${type}/${id}`)).body).not.toHaveProperty('meta._site_companion_fields');
    }
    for (const name of ['homepage', 'faqpage']) {
      expect((await request('arthur', `/site-companion/v1/unsaved/${name}`)).status).toBe(403);
      expect((await request('ed', `/site-companion/v1/unsaved/${name}`)).status).toBe(200);
    }
  });

  test('opens all items with fields in the block editor, also if a plugin prefers the classic editor', async () => {
    const code = `
      add_filter( 'use_block_editor_for_post', '__return_false', 100 );
      foreach ( array( 'page', 'post', 'event', 'faq', 'site_homepage', 'site_settings' ) as $type ) {
        echo use_block_editor_for_post( get_posts( array( 'post_type' => $type, 'numberposts' => 1 ) )[0] ) ? "$type " : '';
      }`;

    expect(await wordpress.cli('--context=admin', 'eval', code)).toBe(
      'page post event faq site_homepage site_settings ',
    );
  });

  test('cleans testimonials, also for editors who may write all HTML, and rejects one that the site could not show', async () => {
    const id = (await wordpress.cli('post', 'list', '--post_type=site_homepage', '--field=ID')).trim();
    const send = (testimonials: readonly object[], faq: readonly unknown[] = []) => {
      const values = { testimonials, faq, evil: UNSAFE };
      return request('ed', `/wp/v2/site_homepage/${id}`, { meta: { _site_companion_fields: JSON.stringify(values) } });
    };
    const image = { url: '/pictures/zoe.webp', alt: 'Zoë', width: 320, height: 320 };
    const zoe = { name: ' Zoë "Z" \\ O\'Neil & <b>Co</b>', role: '', quote: 'It\'s fine.\r\n\r\n"Really."', image };
    const empty = { name: '', role: '', quote: '', image: false };

    expect((await send([zoe, empty], [103, '101', 103])).status).toBe(200);
    expect((await request(null, '/api/homepage')).body).toEqual({
      acf: {
        testimonials: [
          {
            name: 'Zoë "Z" \\ O\'Neil & <b>Co</b>',
            role: '',
            quote: '<p>It&#8217;s fine.</p>\n<p>&#8220;Really.&#8221;</p>\n',
            image,
          },
        ],
        faq: [103, 101],
      },
    });
    await wordpress.cli('eval', "get_role( 'editor' )->remove_cap( 'unfiltered_html' );");
    expect((await send([{ name: 'Mara <script>alert(1)</script>Lind', quote: UNSAFE }])).status).toBe(200);
    expect((await send([{ name: 'Mara', quote: '' }])).status).toBe(400);
    const restore = "get_role( 'editor' )->add_cap( 'unfiltered_html' );";
    const readStored = `echo get_post_meta( ${id}, '_site_companion_fields', true );`;
    const stored = await wordpress.cli('eval', restore + readStored);
    expect(stored).toMatch(/"name":"Mara Lind"/);
    expect(stored).not.toMatch(/script>|onerror|evil/);
  });

  test('an editor may edit the privacy policy but not delete it, and an author may do neither', async () => {
    const path = '/wp/v2/pages/405';

    expect((await request('arthur', path, { excerpt: 'Short' })).status).toBe(403);
    expect((await request('ed', path, { excerpt: 'Short' })).status).toBe(200);
    expect((await request('ed', `${path}?_method=DELETE`, {})).status).toBe(403);
  });

  test('accepts no comments and no trackbacks, and answers no XML-RPC', async () => {
    const send = (path: string, body: BodyInit) =>
      fetch(wordpress.url + path, { method: 'POST', redirect: 'manual', body });
    const comment = { comment_post_ID: '301', author: 'Eve', email: 'eve@example.com', comment: 'Hello' };
    const commented = await send('/wp-comments-post.php', new URLSearchParams(comment));
    const trackback = await send('/wp-trackback.php?p=301', new URLSearchParams({ url: 'https://evil.example' }));
    const call = '<?xml version="1.0"?><methodCall><methodName>system.listMethods</methodName></methodCall>';
    const called = await send('/xmlrpc.php', call);

    expect(commented.status).toBe(403);
    expect(await trackback.text()).toContain('<error>1</error>');
    expect((await wordpress.cli('comment', 'list', '--format=count')).trim()).toBe('0');
    expect(called.status).toBe(403);
    expect(await called.text()).not.toContain('system.listMethods');
  });

  test('lets the user of the site read drafts and autosaves, and nothing else', async () => {
    const draft = await createDraft('events');
    const question = await createDraft('faq');
    const readable = [
      `/wp/v2/events/${draft}?context=edit`,
      `/wp/v2/events/${draft}/autosaves?context=edit`,
      `/wp/v2/faq/${question}?context=edit`,
      '/wp/v2/pages/401?context=edit',
    ];
    for (const path of readable) expect((await request('reader', path)).status, path).toBe(200);
    expect((await request('reader', '/wp/v2/users/me?context=edit')).body).toMatchObject({
      roles: ['site_companion_reader'],
    });
    expect((await request(null, `/wp/v2/events/${draft}`)).status).toBe(401);

    const writes: readonly (readonly [string, unknown])[] = [
      [`/wp/v2/events/${draft}`, { title: 'Changed' }],
      [`/wp/v2/events/${draft}/autosaves`, { title: 'Changed' }],
      ['/wp/v2/posts', { title: 'New' }],
      [`/site-companion/v1/canvas/${draft}`, { title: 'Changed', content: '' }],
    ];
    for (const [path, body] of writes) {
      expect((await request('reader', path, body)).status, path).toBe(403);
    }
    for (const path of [
      '/wp/v2/posts?status=draft',
      '/wp/v2/users?context=edit',
      '/wp/v2/settings',
      '/wp/v2/plugins',
    ]) {
      expect((await request('reader', path)).status, path).toBeGreaterThanOrEqual(400);
    }
  });

  test('accepts the token of a delivery that was requested in the hour before', async () => {
    const tokens = await wordpress.cli(
      'eval',
      `foreach ( array( 0, 1, 2 ) as $hours ) {
        echo wp_hash( SiteCompanion\\DELIVERY_HOOK . ( (int) floor( time() / HOUR_IN_SECONDS ) - $hours ), 'nonce' ), PHP_EOL;
      }`,
    );
    const send = async (token: string): Promise<number> => {
      const body = new URLSearchParams({ action: 'site_companion_deliver', token });
      return (await fetch(`${wordpress.url}/wp-admin/admin-ajax.php`, { method: 'POST', body })).status;
    };

    expect(await Promise.all(tokens.trim().split('\n').map(send))).toEqual([200, 200, 403]);
  });
});
