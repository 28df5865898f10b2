import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWordPressPreview } from '../../src/content/preview.ts';
import { createPreview } from '../../src/framework/endpoints/preview.ts';
import { toEntryPath } from '../../src/site/routes.ts';
import { pullContent } from '../../wordpress/pull.ts';
import { handleRequest } from '../support/handle-request.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { addPlugin, readFiles, startPreparedWordPress } from '../support/prepared-wordpress.ts';
import { createRecordingWebhook, SECRET } from '../support/revalidation.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(import.meta.dirname, 'sample-content');
const PICTURE = join(import.meta.dirname, 'sample-picture.png');

/** Part of the description of a route in the index of the REST API. */
const TEN_PER_PAGE = { args: expect.objectContaining({ per_page: expect.objectContaining({ default: 10 }) }) };

/** PHP code that stores the values of a single item, such as the home page. */
const storeItem = (type: 'HOMEPAGE' | 'FAQPAGE', values: object): string =>
  `SiteCompanion\\store_single_item( SiteCompanion\\${type}, json_decode( '${JSON.stringify(values)}', true ) );`;

/** Starts a server with the site's revalidation webhook, and records the tags that it would purge. */
const startWebhook = async () => {
  const { handler, receivedTags } = createRecordingWebhook();
  const server = createServer((request, response) => {
    void getRequestListener((received) => handleRequest(handler, received))(request, response);
  });
  const port = await listenOnLoopback(server);
  const settings = {
    SITE_COMPANION_SITE_URL: `http://127.0.0.1:${port}/`,
    SITE_COMPANION_REVALIDATE_SECRET: SECRET,
  };
  const definitions = Object.entries(settings).map(([name, value]) => `define( '${name}', '${value}' );`);
  return {
    /** The WP-CLI option that configures the webhook. */
    option: `--exec=${definitions.join(' ')}`,
    /** The tags received since the last reset, sorted. */
    receivedTags: (): string[] => receivedTags.toSorted(),
    reset: (): void => void receivedTags.splice(0),
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
};

describe.skipIf(phpProblem !== null)(withPhpProblem('a real WordPress'), () => {
  describe('seeded with edge cases', () => {
    let wordpress: Awaited<ReturnType<typeof startPreparedWordPress>>;

    beforeAll(async () => {
      wordpress = await startPreparedWordPress(SAMPLE);
    });

    afterAll(() => wordpress?.remove());

    const pull = async (): Promise<string> => {
      const out = await mkdtemp(join(wordpress.directory, 'pull-'));
      expect((await pullContent(wordpress.url, out)).missing).toEqual([]);
      return out;
    };

    const get = async (path: string) => {
      const response = await fetch(`${wordpress.url}${path}`);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      const body: unknown = isJson ? await response.json() : await response.text();
      return { status: response.status, headers: response.headers, body };
    };

    const createPage = async (meta: Record<string, unknown>, ...options: readonly string[]): Promise<number> => {
      const create = ['post', 'create', '--post_type=page', '--post_status=publish', ...options, '--porcelain'];
      return Number((await wordpress.cli(...create, `--meta_input=${JSON.stringify(meta)}`)).trim());
    };

    test('imports content so that a pull returns it byte for byte, also with uploads and after seeding again on another port', async () => {
      expect(await readFiles(join(await pull(), 'wp-json'))).toEqual(await readFiles(join(SAMPLE, 'wp-json')));
      const id = (await wordpress.cli('media', 'import', PICTURE, '--porcelain')).trim();
      const url = (await wordpress.cli('eval', `echo wp_get_attachment_url( ${id} );`)).trim();
      const content = `<!-- wp:image {"id":${id},"sizeSlug":"full"} --><figure class="wp-block-image size-full"><img src="${url}" alt="A sign" class="wp-image-${id}"/></figure><!-- /wp:image -->`;
      const create = ['post', 'create', '--post_status=publish', '--post_title=Pictured'];
      await wordpress.cli(...create, `--post_content=${content}`);
      const snapshot = await pull();
      const files = await readFiles(snapshot);

      expect(files['/wp-json/wp/v2/posts.json']).not.toContain(wordpress.url);
      expect(Object.values(files)).toContain(await readFile(PICTURE, 'latin1'));
      await wordpress.cli('post', 'delete', id, '--force');
      await wordpress.stop();
      wordpress = await startPreparedWordPress(snapshot, { directory: wordpress.directory, seed: true });
      expect(await readFiles(await pull())).toEqual(files);
    });

    test('serves questions in the order of the parameter include, else by date, and ten per page by default', async () => {
      const read = async (query: string) => {
        const { headers, body } = await get(`/wp-json/wp/v2/faq?order=asc&${query}`);
        const items = z.array(z.looseObject({ id: z.number(), date: z.string() })).parse(body);
        return { items, total: headers.get('x-wp-total'), totalPages: headers.get('x-wp-totalpages') };
      };
      const ids = [105, 101, 102, 103, 104, 106];
      const chosen = await read(`include=${ids.join(',')}&per_page=100`);
      const all = await read('include=&per_page=100');
      const dates = all.items.map(({ date }) => date);

      expect(chosen.items.map(({ id }) => id)).toEqual(ids);
      expect(dates).toEqual(dates.toSorted());
      expect(all.total).toBe('7');
      expect(await read('per_page=2&page=2')).toMatchObject({ items: all.items.slice(2, 4), totalPages: '4' });
      expect((await get('/wp-json/')).body).toMatchObject({
        routes: { '/wp/v2/faq': { endpoints: expect.arrayContaining([expect.objectContaining(TEN_PER_PAGE)]) } },
      });
    });

    describe('sends a signed webhook request with', () => {
      let webhook: Awaited<ReturnType<typeof startWebhook>>;

      beforeAll(async () => {
        webhook = await startWebhook();
      });

      afterAll(() => webhook?.stop());

      const createDraft = async (type: string, title: string): Promise<string> => {
        const command = ['post', 'create', `--post_type=${type}`, `--post_title=${title}`, `--post_name=${title}`];
        // A draft is not public content. If a tag were sent for it, the next expectation would fail.
        return (await wordpress.cli(...command, '--porcelain', webhook.option)).trim();
      };

      // WordPress does not wait for the response, so a call may arrive after the command has ended.
      const expectTags = async (tags: readonly string[], ...command: readonly string[]) => {
        await wordpress.cli(...command, webhook.option);
        await expect.poll(webhook.receivedTags).toEqual(tags);
        webhook.reset();
      };

      test('the tags of an item and of its collection when the item is published, renamed or removed', async () => {
        const id = await createDraft('event', 'first');
        const tags = ['event:*', 'event:first', 'event:renamed', 'events', 'redirects'];

        await expectTags(['event:*', 'event:first', 'events'], 'post', 'update', id, '--post_status=publish');
        await expectTags(tags, 'post', 'update', id, '--post_name=renamed');
        const trashed = ['event:*', 'event:renamed', 'event:renamed__trashed', 'events', 'redirects'];
        await expectTags(trashed, 'eval', `wp_trash_post( ${id} );`);
        const question = await createDraft('faq', 'new');
        await expectTags(['faq', 'faq:*', `faq:${question}`], 'post', 'update', question, '--post_status=publish');
      });

      test('the tag of everything when a synced pattern is changed, which any text can contain', async () => {
        const pattern = await createDraft('wp_block', 'pattern');

        await expectTags(['*'], 'post', 'update', pattern, '--post_status=publish');
        await expectTags(['*'], 'post', 'delete', pattern, '--force');
      });

      test('the tag of the menus when an entry is removed', async () => {
        const menu = (await wordpress.cli('menu', 'create', 'Entries', '--porcelain')).trim();
        const add = ['menu', 'item', 'add-custom', menu, 'Entry', '/entry', '--porcelain'];
        const entry = (await wordpress.cli(...add)).trim();

        await expectTags(['site'], 'eval', `wp_delete_post( ${entry}, true );`);
      });

      test('the tag of a collection only if what its list shows has changed', async () => {
        const id = await createDraft('event', 'fair');
        const category = (await wordpress.cli('term', 'create', 'category', 'Fairs', '--porcelain')).trim();
        const post = await createDraft('post', 'article');
        const update = ['post', 'update', id] as const;
        const item = ['event:*', 'event:fair'];
        await expectTags([...item, 'events'], ...update, '--post_status=publish');
        await expectTags(['post:*', 'post:article', 'posts'], 'post', 'update', post, '--post_status=publish');

        await expectTags(item, ...update, '--post_content=Text', '--post_excerpt=Short');
        await expectTags(item, 'post', 'meta', 'update', id, '_site_companion_fields', '{}');
        await expectTags([...item, 'events'], ...update, '--post_title=Great fair');
        await expectTags([...item, 'events'], ...update, '--post_password=secret');
        const assign = `wp_set_post_terms( ${post}, array( ${category} ), 'category' );`;
        await expectTags(['post:*', 'post:article', 'posts'], 'eval', assign);
        const ofBoth = ['page:*', 'page:article', 'pages', 'post:*', 'post:article', 'posts'];
        await expectTags(ofBoth, 'post', 'update', post, '--post_type=page');
      });

      test('the tags of screens and images', async () => {
        // The site does not show the name in WordPress's own settings, so no tag is sent for it.
        await wordpress.cli('option', 'update', 'blogname', 'Another', webhook.option);
        await expectTags(['faqpage'], 'eval', storeItem('FAQPAGE', { headline: 'New' }));
        await expectTags(['media'], 'eval', "do_action( 'edit_attachment', 1 );");
        // The image editor saves a cropped picture like this.
        const picture = (await wordpress.cli('media', 'import', PICTURE, '--porcelain')).trim();
        await expectTags(['media'], 'eval', `update_attached_file( ${picture}, '2026/11/cropped.png' );`);
        // Plugins that describe pictures save their texts like this.
        await expectTags(['media'], 'post', 'meta', 'update', picture, '_wp_attachment_image_alt', 'A fair');
      });
    });

    test('signs links to the preview of a draft on the site; without settings WordPress links to its own preview', async () => {
      const create = ['post', 'create', '--post_type=event', '--post_title=Drafted', '--porcelain'];
      const id = Number((await wordpress.cli(...create)).trim());
      const settings = `define('SITE_COMPANION_SITE_URL','https://site.example'); define('SITE_COMPANION_PREVIEW_SECRET','${SECRET}');`;
      const draft = { type: 'events', id, slug: `preview-${id}` };
      const sign = `echo SiteCompanion\\signed_preview_link( json_decode( '${JSON.stringify(draft)}', true ) );`;
      const link = await wordpress.cli('eval', sign, `--exec=${settings}`);

      expect(link).toMatch(/^https:\/\/site\.example\/api\/preview\?token=/);
      const drafts: unknown[] = [];
      const port = {
        ...createWordPressPreview(toEntryPath),
        secret: SECRET,
        show: (shown: unknown) => drafts.push(shown),
      };
      const { showDraft } = createPreview(port, 'https://site.example');
      const cookie = `__Host-preview=${new URL(link).searchParams.get('token')}`;
      await handleRequest(showDraft, new Request('https://site.example/', { headers: { cookie } }));
      expect(drafts).toEqual([draft]);
      const printLink = `echo get_preview_post_link(${id});`;
      expect(await wordpress.cli('eval', printLink, `--exec=${settings}`)).toContain('action=site_companion_preview');
      expect(await wordpress.cli('eval', printLink)).toContain('preview=true');
    });

    test('omits drafts and unknown ids from lists, and denies access to a draft by its id', async () => {
      const draft = (
        await wordpress.cli('post', 'create', '--post_type=faq', '--post_title=Draft', '--porcelain')
      ).trim();
      const response = await get(`/wp-json/wp/v2/faq?include=101,${draft},999&order=asc`);

      expect(response.status).toBe(200);
      expect(response.body).toMatchObject([{ id: 101 }]);
      expect((await get(`/wp-json/wp/v2/faq/${draft}`)).status).toBe(401);
    });

    test('serves a password-protected question without its text and fields', async () => {
      await wordpress.cli('post', 'meta', 'update', '107', '_site_companion_fields', '{"secret":"yes"}');

      expect((await get('/wp-json/wp/v2/faq/107')).body).toMatchObject({
        title: { rendered: 'Locked' },
        content: { rendered: '', protected: true },
        acf: [],
      });
    });

    test('serves a password-protected page without its title and description for search engines', async () => {
      const seo = { title: 'Offer for one customer', description: 'Ninety percent' };
      const id = await createPage({ _site_companion_seo: seo }, '--post_title=Offer', '--post_password=secret');
      const { body } = await get(`/wp-json/wp/v2/pages/${id}`);

      expect(body).toMatchObject({ seo: { title: '', description: '' } });
      expect(JSON.stringify(body)).not.toMatch(/one customer|Ninety/);
    });

    test('serves titles as HTML with entities, whether they were entered as text or as HTML', async () => {
      await wordpress.cli('post', 'update', '106', `--post_title=It's "new" & improved`);

      expect((await get('/wp-json/wp/v2/faq/106')).body).toMatchObject({
        title: { rendered: 'It&#8217;s &#8220;new&#8221; &#038; improved' },
      });
      expect((await get('/wp-json/wp/v2/faq/101')).body).toMatchObject({
        title: { rendered: 'What&#8217;s included &amp; what isn&#8217;t?' },
      });
    });

    test('serves the first whole paragraph as the excerpt of an article without one', async () => {
      const blocks =
        '<!-- wp:heading --><h2>Word</h2><!-- /wp:heading --><!-- wp:paragraph --><p></p><!-- /wp:paragraph -->' +
        '<!-- wp:paragraph --><p>The feed <em>also</em> serves three more countries:</p><!-- /wp:paragraph -->' +
        '<!-- wp:list --><ul><li>Japan</li></ul><!-- /wp:list --><!-- wp:paragraph --><p>No work for you.</p><!-- /wp:paragraph -->';
      const reference = '<sup data-fn="5f0c-1" class="fn"><a href="#5f0c-1" id="5f0c-1-link">1</a></sup>';
      const texts = [
        [`<!-- wp:paragraph --><p>Payouts${reference} rise.</p><!-- /wp:paragraph -->`, '', 'Payouts rise.'],
        [blocks, '', 'The feed also serves three more countries:'],
        ['Typed in the classic editor.\n\nA second paragraph.', '', 'Typed in the classic editor.'],
        ['<ul><li>Only a list</li></ul>', '', ''],
        [blocks, 'Entered by hand.', 'Entered by hand.'],
      ] as const;
      const rows = JSON.stringify(texts).replaceAll("'", "\\'").replaceAll('\\n', '\\\\n');
      const create = `
        foreach ( json_decode( '${rows}', true ) as list( $content, $entered ) ) {
          $article = array( 'post_status' => 'publish', 'post_title' => 'An article', 'post_content' => $content, 'post_excerpt' => $entered );
          $ids[]   = wp_insert_post( wp_slash( $article ) );
        }
        echo implode( ',', $ids );`;
      const ids = await wordpress.cli('eval', create);
      const { body } = await get(`/wp-json/wp/v2/posts?include=${ids}&orderby=include`);

      expect(body).toMatchObject(
        texts.map(([, , expected]) => ({ excerpt: { rendered: expected === '' ? '' : `<p>${expected}</p>\n` } })),
      );
      await wordpress.cli('post', 'delete', ...ids.split(','), '--force');
    });

    test('serves empty lists, and pages that were never saved, as `false` like ACF', async () => {
      await wordpress.cli('eval', storeItem('HOMEPAGE', { testimonials: [], faq: [] }));
      expect((await get('/wp-json/api/homepage')).body).toEqual({ acf: { testimonials: false, faq: [] } });

      await wordpress.cli('eval', storeItem('HOMEPAGE', {}) + storeItem('FAQPAGE', {}));
      expect((await get('/wp-json/api/homepage')).body).toEqual({ acf: false });
      expect((await get('/wp-json/api/faqpage')).body).toEqual({ acf: false });
    });

    test('does not expose user names', async () => {
      expect((await get('/wp-json/wp/v2/users')).status).toBe(404);
      expect((await get('/wp-json/wp/v2/users/1')).status).toBe(404);
      expect((await get('/?author=1')).status).toBe(404);
      expect((await get('/author/admin/')).status).toBe(404);
      for (const path of ['/wp-json/wp/v2/posts?_embed', '/wp-sitemap.xml', '/feed/']) {
        expect(JSON.stringify((await get(path)).body)).not.toMatch(
          /"slug":"admin"|wp-sitemap-users|<dc:creator>.*admin/,
        );
      }
    });

    test('serves neither its database nor its secrets', async () => {
      for (const path of ['/database/wordpress.sqlite', '/wp-content/database/.ht.sqlite', '/.env', '/../admin.txt']) {
        expect((await get(path)).status).toBe(404);
      }
      expect((await get('/wp-config.php')).body).toBe('');
    });

    test('has one home page, which an import of WordPress fills', async () => {
      const find = (type: string) => `apply_filters( 'wp_import_existing_post', 0, array( 'post_type' => '${type}' ) )`;
      const code = `echo json_encode( array( ${find('site_homepage')} - SiteCompanion\\single_item( 'site_homepage' )->ID, ${find('page')} ) );`;

      expect(JSON.parse(await wordpress.cli('eval', code))).toEqual([0, 0]);
    });

    test('compares paths of redirects in a PHP without the extension mbstring, too', () => {
      const code = `
        define( 'ABSPATH', '/' );
        function add_action() {}
        require '${join(ROOT, 'wordpress/plugin/site-companion/redirects/redirect-list.php')}';
        echo json_encode( array_map( 'SiteCompanion\\redirect_key', array( '//Old//Page/', '/%C3%BCber-uns', '/%FF', '/a?b', 'a' ) ) );`;
      const missing = 'disable_functions=mb_strtolower,mb_check_encoding';
      const keys = execFileSync('php', ['-d', missing, '-r', code], { encoding: 'utf8' });

      expect(JSON.parse(keys)).toEqual(['/old/page', '/über-uns', null, null, null]);
    });

    test('redirects to a file of the media library by its address, wherever WordPress has its files', async () => {
      const redirect = (directory: string) => `
        add_filter( 'content_url', fn( $url ) => str_replace( '/wp-content', '${directory}', $url ) );
        echo SiteCompanion\\without_own_host( content_url( '/uploads/a.pdf' ) ), ' ', SiteCompanion\\without_own_host( home_url( '/about/' ) );`;

      for (const directory of ['/wp-content', '/wp/wp-content', '/app']) {
        const address = `${wordpress.url}${directory}/uploads/a.pdf`;
        expect(await wordpress.cli('eval', redirect(directory))).toBe(`${address} /about/`);
      }
    });

    test('allows no cache in front of it to keep its answers', async () => {
      for (const path of ['/wp-json/api/site', '/wp-json/wp/v2/posts']) {
        expect((await get(path)).headers.get('cache-control')).toContain('no-store');
      }
    });

    test('rejects writes without a login, and answers unknown routes with 404 as JSON', async () => {
      const response = await fetch(`${wordpress.url}/wp-json/wp/v2/faq/101`, { method: 'POST', body: '{"title":"x"}' });
      expect(response.status).toBe(401);
      expect(await get('/wp-json/api/no-such-route')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    });

    describe('with a fake ACF', () => {
      // Vitest calls the returned function after the tests.
      beforeAll(() => addPlugin(wordpress.directory, join(import.meta.dirname, 'fake-acf.php')));

      const saveInAcf = (target: number | string, changes: Record<string, unknown> = {}) =>
        wordpress.cli('eval', `fake_acf_update( '${target}', json_decode( '${JSON.stringify(changes)}', true ) );`);

      const createPageWith = (fields: Record<string, unknown>): Promise<number> =>
        createPage({ _site_companion_fields: JSON.stringify(fields) }, '--post_title=Page');

      const readFields = async (id: number) => {
        const { body } = await get(`/wp-json/wp/v2/pages/${id}`);
        return typeof body === 'object' && body !== null && 'acf' in body ? body.acf : null;
      };

      const importImage = async () => {
        const id = Number((await wordpress.cli('media', 'import', PICTURE, '--porcelain')).trim());
        const url = (await wordpress.cli('eval', `echo wp_get_attachment_url( ${id} );`)).trim();
        return { id, url, alt: '', width: 2, height: 1 };
      };

      test('the first update of a page in ACF preserves the values that the companion plugin has stored', async () => {
        const fields = {
          label: 'A label, for which ACF has no field',
          description: 'A "description" \\ of it',
          blocks: [
            {
              acf_fc_layout: 'split',
              headline: 'First',
              image: await importImage(),
              buttons: [
                { label: 'One', url: '/one' },
                { label: 'Two', url: '/two' },
              ],
            },
            { acf_fc_layout: 'split', headline: 'Second', image: false, buttons: false },
          ],
        };
        const id = await createPageWith(fields);
        expect(await readFields(id)).toEqual(fields);

        await saveInAcf(id);
        expect(await readFields(id)).toEqual(fields);
      });

      test('values saved in ACF take precedence over those of the companion plugin, even if empty', async () => {
        const id = await createPageWith({ description: 'Old', blocks: [{ acf_fc_layout: 'split', headline: 'Old' }] });
        await saveInAcf(id);
        await saveInAcf(id, { description: '', blocks: [] });

        expect(await readFields(id)).toEqual({ description: '', blocks: false });
        await saveInAcf(id);
        expect(await readFields(id)).toEqual({ description: '', blocks: false });
      });

      test('the first update of an options page in ACF preserves the values that the companion plugin has stored', async () => {
        const saved = { subheadline: 'FAQ', headline: 'Questions', under_headline_content_html: 'Ask <b>us</b>.' };
        await wordpress.cli('eval', storeItem('FAQPAGE', saved));
        await saveInAcf('faqpage');

        expect((await get('/wp-json/api/faqpage')).body).toEqual({
          acf: { faq: { ...saved, under_headline_content_html: '<p>Ask <b>us</b>.</p>\n' } },
        });
      });
    });
  });
});
