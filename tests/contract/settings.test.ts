import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createConnectionCheck } from '../../src/framework/endpoints/connection-check.ts';
import { createMessageVerifier } from '../../src/framework/endpoints/signed-messages.ts';
import type { WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { updateTranslations } from '../../wordpress/runner/translate.ts';
import { zipPlugin } from '../../wordpress/zip.ts';
import { type Editing, openEditing } from '../support/editing.ts';
import { freePort } from '../support/free-port.ts';
import { handleRequest } from '../support/handle-request.ts';
import { phpProblem } from '../support/php.ts';
import { addPlugin, CACHE, openRestApi } from '../support/prepared-wordpress.ts';
import { createRecordingWebhook, SECRET } from '../support/revalidation.ts';
import { serveListener } from '../support/serve-listener.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');
const PREVIEW_SECRET = 'preview-test-secret';

/** A site with the real webhook and the real connection check. */
const serveSite = async ({ cmsUrl = '', port = 0 } = {}) => {
  const { handler: revalidate, receivedTags } = createRecordingWebhook();
  vi.resetModules();
  vi.stubEnv('CMS_URL', cmsUrl);
  vi.stubEnv('CMS_TIMEOUT_MS', '5000');
  const { checkCms } = await import('../../src/content/cms-connection.ts');
  const verify = createMessageVerifier(async () => true);
  const url = 'https://site.example';
  const check = createConnectionCheck({ secret: SECRET, previewSecret: PREVIEW_SECRET, url, checkCms, verify });
  const handle = getRequestListener((request) =>
    handleRequest(new URL(request.url).pathname === '/api/connection' ? check : revalidate, request),
  );
  return { url: await serveListener(handle, port), receivedTags };
};

const Delivery = z.object({
  waiting: z.array(z.object({ time: z.number(), tags: z.array(z.string()) })),
  latest: z.object({ time: z.number(), next: z.number(), outcome: z.string() }),
});

const Results = z.array(z.object({ state: z.string(), sentence: z.string(), advice: z.string() }));

describe.skipIf(phpProblem !== null)('the settings of the plugin', () => {
  let editing: Editing;
  let wordpress: WordPress;

  beforeAll(async () => {
    editing = await openEditing({
      content: join(import.meta.dirname, 'sample-content'),
      cronIntervalMs: 5_000,
      site: null,
    });
    wordpress = editing.wordpress;
  });

  afterAll(() => editing?.close());

  const FORGET_CODE =
    "array_map( 'delete_option', array( SiteCompanion\\DELIVERY_OPTION, ...array_keys( SiteCompanion\\waiting_changes() ) ) );";

  /** PHP code that forgets waiting changes and sets the settings. Tests append to it, so that WP-CLI starts only once. */
  const configureCode = (settings: Record<string, string>) =>
    `${FORGET_CODE} update_option( 'site_companion_settings', json_decode( '${JSON.stringify(settings)}', true ) );`;

  const pointToCode = (url: string) =>
    configureCode({ site_url: url, revalidate_secret: SECRET, preview_secret: PREVIEW_SECRET });

  /** The changes that wait, oldest first, and the latest attempt to deliver them. */
  const readDelivery = async () => {
    const state =
      "array( 'waiting' => array_values( SiteCompanion\\waiting_changes() ), 'latest' => SiteCompanion\\latest_delivery() )";
    return Delivery.parse(JSON.parse(await wordpress.cli('eval', `echo json_encode( ${state} );`)));
  };

  /** Publishes a question, by default after other code. Returns the cache tags that WordPress sends. */
  const publishQuestion = async (codeBefore = ''): Promise<readonly string[]> => {
    const publish =
      "echo wp_insert_post( array( 'post_type' => 'faq', 'post_title' => 'A question', 'post_status' => 'publish' ) );";
    const id = await wordpress.cli('eval', codeBefore + publish);
    return [`faq:${id}`, 'faq:*', 'faq'];
  };

  /** Tests the connections to several sites, one after the other, with one start of WP-CLI. */
  const testConnections = async (urls: readonly string[], codeBefore = '', ...options: readonly string[]) => {
    const tests = urls.map((url) => `${pointToCode(url)} $results[] = SiteCompanion\\test_connection();`);
    const code = `${codeBefore} ${tests.join(' ')} echo json_encode( $results );`;
    return z.array(Results).parse(JSON.parse(await wordpress.cli('eval', code, ...options)));
  };

  const openSettings = async (): Promise<Page> => {
    const page = await editing.openWindow('admin');
    onTestFinished(() => page.close());
    await page.goto('/wp-admin/options-general.php?page=site-companion');
    return page;
  };

  describe('messages to the site', () => {
    test('changes that could not be delivered wait, and are delivered by a later attempt', async () => {
      const port = await freePort();
      const tags = await publishQuestion(pointToCode(`http://127.0.0.1:${port}`));
      const { waiting, latest } = await readDelivery();
      expect(waiting).toMatchObject([{ tags }]);
      expect(latest.outcome).toBe('unreachable');
      expect(latest.next - Number(waiting[0]?.time)).toBeGreaterThanOrEqual(60);

      const site = await serveSite({ port });
      // As if the minute had passed.
      const makeDue = 'SiteCompanion\\schedule_delivery( time() );';

      // WordPress keeps all scheduled tasks in one option, so a run of cron that ends now may overwrite this one.
      const receiveTags = async () => {
        if (site.receivedTags.length === 0) await wordpress.cli('eval', makeDue);
        return site.receivedTags;
      };
      await expect.poll(receiveTags, { interval: 3_000 }).toEqual(tags);
      await expect.poll(readDelivery).toMatchObject({ waiting: [], latest: { outcome: 'ok', next: 0 } });
    });

    test('a later change is sent together with the waiting ones', async () => {
      const port = await freePort();
      const tags = await publishQuestion(pointToCode(`http://127.0.0.1:${port}`));
      const site = await serveSite({ port });
      const store = "SiteCompanion\\store_single_item( SiteCompanion\\FAQPAGE, array( 'headline' => 'New' ) );";
      await wordpress.cli('eval', store);

      // The message may arrive twice: WordPress's cron may send it, too.
      await expect.poll(() => new Set(site.receivedTags)).toEqual(new Set([...tags, 'faqpage']));
      await expect.poll(readDelivery).toMatchObject({ waiting: [], latest: { outcome: 'ok' } });
    });

    test('what others schedule while the site receives a message stays scheduled', async () => {
      const url = await serveListener(async (_request, response) => {
        await wordpress.cli('eval', "wp_schedule_single_event( time() + 3600, 'publish_future_post', array( 1 ) );");
        response.end('{"ok":true}');
      });
      await publishQuestion(pointToCode(url));

      const isScheduled = "var_export( false !== wp_next_scheduled( 'publish_future_post', array( 1 ) ) );";
      expect(await wordpress.cli('eval', isScheduled)).toBe('true');
    });

    test('the pauses between attempts double up to an hour, and too many changes become one message for everything', async () => {
      const waits = [0, 60, 120, 240, 1_920, 7_200, 86_400];
      const code = `
        for ( $i = 0; $i < 51; $i++ ) { SiteCompanion\\store_waiting( array( 'faq' ) ); }
        $pauses = array_map( 'SiteCompanion\\delivery_pause', json_decode( '${JSON.stringify(waits)}' ) );
        echo json_encode( array( $pauses, array_values( SiteCompanion\\waiting_changes() ) ) );`;
      const closed = `http://127.0.0.1:${await freePort()}`;
      const [pauses, waiting] = JSON.parse(await wordpress.cli('eval', pointToCode(closed) + code));

      expect(pauses).toEqual([60, 60, 120, 240, 1_920, 3_600, 3_600]);
      expect(waiting).toMatchObject([{ tags: ['*'] }]);
    });

    test('a site that does not respond does not delay saving', async () => {
      let abandoned = 0;
      const url = await serveListener((_request, response) => {
        response.once('close', () => {
          abandoned += 1;
        });
      });
      await wordpress.cli('eval', pointToCode(url));
      const { status } = await openRestApi(wordpress)('admin', '/wp/v2/faq/101', { title: 'Saved' });
      expect(status).toBe(200);

      // If the request had waited for the delivery, the delivery would have reached its time limit by now.
      expect(abandoned).toBe(0);
      await expect.poll(readDelivery).toMatchObject({ waiting: [{}], latest: { outcome: 'unreachable' } });
      // Cron may send the same change at the same time.
      expect(abandoned).toBeGreaterThan(0);
    });
  });

  describe('the connection test', () => {
    const respond =
      (status: number, headers: Record<string, string> = {}, body = '{}'): RequestListener =>
      (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      };
    const rejection = JSON.stringify({ statusCode: 403, statusMessage: 'The signature is wrong.' });

    const PROBLEMS: readonly (readonly [string, RequestListener, RegExp])[] = [
      ['another website without the endpoint', respond(404), /does not take messages/],
      ['another website that answers everything', respond(200, {}, '<!DOCTYPE html>'), /does not take messages/],
      [
        'a redirect',
        respond(301, { location: 'https://www.site.example/' }),
        /redirects to https:\/\/www\.site\.example/,
      ],
      ['a site with another secret', respond(403, {}, rejection), /its secret or its clock is different/],
      ['a message that was received before', respond(409), /rejects the message \(HTTP 409\)/],
      ['a site behind a password', respond(401), /rejects the message \(HTTP 401\)/],
      [
        'a firewall in front of the site',
        respond(403, { 'content-type': 'text/html' }, 'no'),
        /rejects the message \(HTTP 403\)/,
      ],
      ['a proxy that cannot reach the site', respond(502), /rejects the message \(HTTP 502\)/],
    ];

    test('explains what is wrong with a site, also a closed port, a missing certificate and blocked requests', async () => {
      const sites = await Promise.all(PROBLEMS.map(([, listener]) => serveListener(listener)));
      const plain = await serveListener(respond(200));
      const closed = `http://127.0.0.1:${await freePort()}`;
      const others = [closed, plain.replace('http:', 'https:'), 'http://site.invalid'];
      const results = await testConnections([...sites, ...others]);

      for (const [index, [name, , sentence]] of PROBLEMS.entries()) {
        expect(results[index], name).toMatchObject([{ state: 'failed', sentence: expect.stringMatching(sentence) }]);
      }
      expect(results.slice(PROBLEMS.length)).toMatchObject([
        [{ sentence: 'The site does not answer.', advice: expect.stringContaining('Failed to connect to 127.0.0.1') }],
        [{ advice: expect.stringContaining('SSL') }],
        [{ advice: expect.stringContaining('blocked requests') }],
      ]);
    });

    test('explains an unknown host name and a site that never responds', async () => {
      const site = await serveListener(() => undefined);
      const allowed = "--exec=define( 'WP_ACCESSIBLE_HOSTS', 'site.invalid' );";
      const shortenTimeout = "add_filter( 'http_request_args', fn( $args ) => array( 'timeout' => 1 ) + $args );";

      expect(await testConnections(['http://site.invalid', site], shortenTimeout, allowed)).toMatchObject([
        [{ advice: expect.stringContaining('Could not resolve host: site.invalid') }],
        [{ advice: expect.stringContaining('timed out') }],
      ]);
    });

    test('explains a site without a CMS, with another WordPress, or with an unreachable CMS', async () => {
      const other = await serveListener(respond(200, {}, '{"id":"of another test"}'));
      const sites = [
        await serveSite(),
        await serveSite({ cmsUrl: other }),
        await serveSite({ cmsUrl: `http://127.0.0.1:${await freePort()}` }),
      ];
      const results = await testConnections(sites.map(({ url }) => url));

      expect(results.map(([, cms]) => cms)).toMatchObject([
        { state: 'failed', sentence: expect.stringContaining('its own copy') },
        { sentence: expect.stringContaining(`another WordPress, at ${other}`) },
        { sentence: expect.stringMatching(/cannot read http.* \(refused\)/) },
      ]);
    });

    test('explains that the REST API is not at /wp-json, where WordPress answers with a page', async () => {
      const site = await serveSite({ cmsUrl: await serveListener(respond(200, { 'content-type': 'text/html' })) });
      const plain = "add_filter( 'option_permalink_structure', fn() => '' );";
      const moved = "add_filter( 'rest_url_prefix', fn() => 'api' );";
      const [[, ofPlain] = []] = await testConnections([site.url], plain);
      const [[, ofMoved] = []] = await testConnections([site.url], moved);

      expect(ofPlain?.sentence).toContain(
        `at ${wordpress.url}/index.php?rest_route=/, and not at ${wordpress.url}/wp-json/`,
      );
      expect(ofPlain?.advice).toContain('Permalinks');
      expect(ofMoved?.sentence).toContain(`at ${wordpress.url}/api/, and not`);
    });
  });

  describe('the screen', () => {
    test('an administrator creates a secret, tests the connection and refreshes the site', async () => {
      const site = await serveSite({ cmsUrl: wordpress.url });
      await wordpress.cli('eval', configureCode({}));
      const page = await openSettings();
      await page.getByLabel('Site address').fill('ftp://nowhere');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect.poll(() => page.locator('.notice-error').innerText()).toContain('must begin with https://');
      await page.getByLabel('Site address').fill(`${site.url}/`);
      await page.getByLabel('Secret for messages').fill('too short');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect.poll(() => page.locator('.notice-error').innerText()).toContain('at least 16 characters');

      await page.getByRole('button', { name: 'Create', exact: true }).first().click();
      const secret = await page.getByLabel('Secret for messages').inputValue();
      expect(secret).toMatch(/^[\w-]{43}$/);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Settings saved.').waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Test the connection' }).click();
      const results = page.locator('.settings-error', { hasText: /Works|Off|Does not work/ });
      await expect
        .poll(() => results.allInnerTexts())
        .toEqual([expect.stringContaining('its secret or its clock is different')]);
      await page.getByLabel('Secret for messages').fill(SECRET);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Settings saved.').waitFor();
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await expect
        .poll(() => results.allInnerTexts())
        .toEqual([
          expect.stringContaining('The site answers'),
          expect.stringContaining(`reads its content from this WordPress, at ${wordpress.url}`),
          expect.stringContaining('Previews on the site are switched off'),
        ]);

      const tags = await publishQuestion();
      await page.reload();
      await page.getByText(/^The site has received all changes, the latest at /).waitFor();
      await page.getByRole('button', { name: 'Refresh every page of the site' }).click();
      await page.waitForURL(/#messages$/);
      expect(site.receivedTags).toEqual([...tags, '*']);
    });

    test('the dashboard warns about undelivered messages until a connection test succeeds', async () => {
      const port = await freePort();
      const tags = await publishQuestion(pointToCode(`http://127.0.0.1:${port}`));
      const page = await openSettings();
      await page.goto('/wp-admin/');
      const warning = page.getByText('WordPress cannot tell the website about changes');
      expect(await warning.innerText()).toContain('The site does not answer.');

      const site = await serveSite({ port });
      await page.getByRole('link', { name: 'What to do' }).click();
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await page.locator('.settings-error').first().waitFor();
      expect(site.receivedTags).toEqual(tags);
      await page.goto('/wp-admin/');
      expect(await warning.count()).toBe(0);
    });

    test('a setting defined by a constant is read-only, and editors may not open the screen', async () => {
      const constants = join(editing.directory, 'constants.php');
      await writeFile(constants, "<?php define( 'SITE_COMPANION_SITE_URL', 'https://fixed.example' );");
      onTestFinished(await addPlugin(editing.directory, constants));
      const screen = 'options-general.php?page=site-companion';
      const admin = await editing.openSession('admin');
      const address = (await admin.readScreen(screen)).html.querySelector('#site-companion-site_url');

      expect(address?.hasAttribute('disabled')).toBe(true);
      expect(address?.getAttribute('value')).toBe('https://fixed.example');
      expect((await (await editing.openSession('ed')).readScreen(screen)).status).toBe(403);
    });
  });

  test('the translation template and the German translation are up to date (npm run wordpress:translations)', async () => {
    const languages = join(ROOT, 'wordpress/plugin/site-companion/languages');
    const directory = temporaryDirectory();
    await cp(languages, directory, { recursive: true });
    await updateTranslations({ directory, cache: CACHE, log: console.log });

    for (const name of ['site-companion.pot', 'site-companion-de_DE.po']) {
      const [committed, updated] = await Promise.all(
        [languages, directory].map((path) => readFile(join(path, name), 'utf8')),
      );
      expect(updated).toBe(committed);
    }
  });

  // Last, because it deletes the content that the tests above use.
  describe('the plugin as a zip', () => {
    let zip: string;
    let paths: readonly string[] = [];

    beforeAll(async () => {
      zip = join(editing.directory, 'site-companion.zip');
      paths = await zipPlugin(zip);
      // The runner links to the sources, which must not be deleted with the plugin.
      await rm(join(editing.directory, 'site/wordpress/wp-content/plugins/site-companion'));
    });

    const CONTENT = "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type IN ( 'faq', 'event' )";
    const PAGES = "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = 'page'";
    const SETTINGS = "SELECT COUNT(*) FROM $wpdb->options WHERE option_name = 'site_companion_settings'";
    const TRACES =
      "SELECT ( SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%site_companion%' ) + ( SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key LIKE '%site_companion%' ) + ( SELECT COUNT(*) FROM $wpdb->term_taxonomy WHERE taxonomy = 'faq_topic' )";

    const count = async (...queries: readonly string[]): Promise<number[]> => {
      const counts = queries.map((sql) => `(int) $wpdb->get_var( "${sql}" )`);
      const code = `global $wpdb; echo json_encode( array( ${counts.join(', ')} ) );`;
      return z.array(z.number()).parse(JSON.parse(await wordpress.cli('eval', code)));
    };

    test('contains the files that WordPress needs, but no translation sources, TypeScript, source maps or hidden files', () => {
      expect(paths).toContain('site-companion/site-companion.php');
      expect(paths).toContain('site-companion/readme.txt');
      expect(paths).toContain('site-companion/schema.json');
      expect(paths).toContain('site-companion/languages/site-companion-de_DE.mo');
      expect(paths.filter((path) => /\.(?:po|pot|ts|map)$|\/\./.test(path))).toEqual([]);
    });

    test('can be installed, serves its routes, and on deletion removes nothing, or with a constant everything', async () => {
      const install = () => wordpress.cli('plugin', 'install', zip, '--activate', '--force');
      const remove = (...options: readonly string[]) =>
        wordpress.cli('plugin', 'uninstall', 'site-companion', '--deactivate', ...options);
      const settings = JSON.stringify({ site_url: 'https://site.example' });
      await wordpress.cli('option', 'update', 'site_companion_settings', settings, '--format=json');

      await install();
      expect((await fetch(`${wordpress.url}/wp-json/api/homepage`)).status).toBe(200);
      const [itemCount] = await count(CONTENT);
      expect(itemCount).toBeGreaterThan(5);

      await remove();
      expect(await count(CONTENT, SETTINGS)).toEqual([itemCount, 1]);
      await install();
      await remove("--exec=define( 'SITE_COMPANION_REMOVE_ALL_DATA', true );");
      expect(await count(CONTENT, TRACES, PAGES)).toEqual([0, 0, expect.toSatisfy((pages) => pages > 0)]);
    });

    test('lets editors add the first question to a WordPress that has none', async () => {
      await wordpress.cli('plugin', 'install', zip, '--activate', '--force');
      await wordpress.cli('post', 'create', '--post_type=faq', '--post_title=What is this?');

      expect(await count(CONTENT)).toEqual([1]);
    });
  });
});
