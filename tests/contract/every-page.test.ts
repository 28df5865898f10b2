import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWordPress } from '../../wordpress/runner/start-wordpress.ts';
import { phpProblem } from '../support/php.ts';
import { CACHE, copyWordPress } from '../support/prepared-wordpress.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { findBrokenLinks, listSitemap, type PageFacts, readPageFacts } from '../support/walk-site.ts';

const SNAPSHOT = path.join(import.meta.dirname, '../../private/content');
const run = promisify(execFile);

type RunningSite = { readonly url: string; readonly stop: () => Promise<unknown> };

let siteOnSnapshot: RunningSite;
/** The paths of the pages of both sites by their HTML, so that pages that are the same on both are validated once. */
const documents = new Map<string, string>();

beforeAll(async () => {
  siteOnSnapshot = await startSiteProcess({ SITE_INDEXABLE: 'true' });
});

afterAll(() => siteOnSnapshot.stop());

const startOnWordPress = async (): Promise<RunningSite> => {
  const directory = await copyWordPress(SNAPSHOT);
  const settings = { port: 0, directory, cache: CACHE, content: SNAPSHOT, runtime: 'native' } as const;
  const wordpress = await startWordPress({ ...settings, log: () => undefined });
  const site = await startSiteProcess({ SITE_INDEXABLE: 'true', CMS_URL: wordpress.url });
  return {
    url: site.url,
    stop: async () => {
      await site.stop();
      await wordpress.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const javaProblem = await run('java', ['-version']).then(
  () => null,
  () => 'Java is not installed',
);

const sources = [
  {
    source: 'the snapshot',
    start: async () => ({ url: siteOnSnapshot.url, stop: async () => undefined }),
    problem: null,
  },
  { source: 'a real WordPress', start: startOnWordPress, problem: phpProblem },
];

for (const { source, start, problem } of sources) {
  describe.skipIf(problem !== null)(`a site with ${source}${problem === null ? '' : `, skipped: ${problem}`}`, () => {
    let site: RunningSite;
    let pages: PageFacts[];

    beforeAll(async () => {
      site = await start();
      const paths = await listSitemap(site.url);
      pages = await Promise.all(paths.map((pagePath) => readPageFacts(site.url, pagePath)));
      for (const { path: page, html } of pages) documents.set(html.replaceAll(site.url, 'https://site.example'), page);
    });

    afterAll(() => site.stop());

    test('the sitemap lists all static routes and the pages of the CMS', () => {
      const paths = pages.map((page) => page.path);

      expect(paths).toEqual(
        expect.arrayContaining(['/', '/faq', '/news', '/contact', '/about-us', '/solutions', '/events']),
      );
      expect(paths).toEqual(
        expect.arrayContaining(['/RSOC-for-domains-application', '/privacy-policy', '/agb.php', '/imprint']),
      );
      expect(paths.filter((pagePath) => pagePath.startsWith('/events/'))).toHaveLength(8);
      expect(paths.length).toBeGreaterThanOrEqual(25);
    });

    test('every page has status 200, a unique title, one h1, a canonical URL and landmarks', () => {
      for (const { path: page, status, title, headings, canonical, landmarks } of pages) {
        expect({ page, status, headings: headings.length, landmarks }).toEqual({
          page,
          status: 200,
          headings: 1,
          landmarks: { banner: 1, main: 1, contentinfo: 1 },
        });
        expect(canonical, page).toBe(`${site.url}${page}`);
        expect(title, page).toMatch(page === '/' ? /^Freehold$/ : / \| Freehold$/);
      }
      expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
    });

    test('no page has broken links or anchors', async () => {
      expect(await findBrokenLinks(site.url, pages)).toEqual([]);
    });

    test('no page contains placeholders, an unresolved brand name, or values such as undefined', () => {
      for (const { path: page, html } of pages) {
        const text = html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');
        expect(text, page).not.toMatch(
          /\{brand\}|\bundefined\b|\[object Object\]|\bNaN\b|[Ll]orem ipsum|[Cc]oming soon/,
        );
      }
    });
  });
}

test.skipIf(javaProblem !== null)(
  `every page is valid HTML${javaProblem === null ? '' : `, skipped: ${javaProblem}`}`,
  async () => {
    const otherPages = await Promise.all(
      ['/faq?q=payout', '/faq?q=zzzz', '/news?page=2', '/no-such-page'].map((page) =>
        readPageFacts(siteOnSnapshot.url, page),
      ),
    );
    for (const { path: page, html } of otherPages) documents.set(html, page);
    const folder = await mkdtemp(path.join(tmpdir(), 'validator-'));
    for (const [index, [html, page]] of [...documents].entries()) {
      await writeFile(path.join(folder, `${index}-${encodeURIComponent(page)}.html`), html);
    }
    const jar = path.join(
      path.dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')),
      'build/dist/vnu.jar',
    );
    const { stderr } = await run('java', ['-jar', jar, '--errors-only', '--exit-zero-always', folder], {
      maxBuffer: 10_000_000,
    });
    await rm(folder, { recursive: true });

    expect(stderr).toBe('');
  },
);

describe('unusual URLs', () => {
  test.each([
    ['/faq/', 308, '/faq'],
    ['//faq', 308, '/faq'],
    ['/FAQ', 308, '/faq'],
    ['/index.html', 308, '/'],
    ['/events/../faq', 308, '/faq'],
    ['/rsoc-FOR-domains-application', 308, '/RSOC-for-domains-application'],
    ['/%E0%A4%A', 404, null],
    ['/.env', 404, null],
    ['/wp-login.php', 404, null],
    [`/${'a'.repeat(5_000)}`, 414, null],
    ['/events/no-such-event', 404, null],
    ['/events/no%20slug!', 404, null],
    ['/events/.env', 404, null],
    ['/news?page=99', 404, null],
    ['/news?page=0', 404, null],
    ['/news?page=two', 404, null],
    ['/news?page=1&page=2', 404, null],
    ['/news?category=none', 404, null],
    ['/news?category=payouts&page=2', 404, null],
    ['/agb', 404, null],
    ['/404', 404, null],
    ['/_blocks', 404, null],
  ])('%s returns %i', async (target, status, location) => {
    const { request } = await import('node:http');
    const response = await new Promise<{ status: number | undefined; location: string | undefined }>(
      (resolve, reject) => {
        // Sent unmodified; fetch would normalize the URL.
        request({ host: '127.0.0.1', port: new URL(siteOnSnapshot.url).port, path: target }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        })
          .on('error', reject)
          .end();
      },
    );

    expect(response).toEqual({ status, location: location ?? undefined });
  });

  test('404 pages have the specified title, for an unknown slug and for the slug of a page with a dedicated route', async () => {
    expect((await readPageFacts(siteOnSnapshot.url, '/agb')).title).toBe('404 - Page Not Found: /agb');
    for (const target of ['/agbx?y=1', '/news?page=99'])
      expect((await readPageFacts(siteOnSnapshot.url, target)).title).toBe(`404 - Page not found: ${target}`);
  });
});
