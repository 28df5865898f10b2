import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';
import { listPageProblems, type PageFacts, readPageFacts, readPages } from '../support/walk-site.ts';

const run = promisify(execFile);

let site: Awaited<ReturnType<typeof startSiteProcess>>;
let pages: readonly PageFacts[];

beforeAll(async () => {
  site = await startSiteProcess({ SITE_INDEXABLE: 'true' });
  pages = await readPages(site.url);
});

afterAll(() => site.stop());

const javaProblem = await run('java', ['-version']).then(
  () => null,
  () => 'Java is not installed',
);

// purges.test.ts checks the pages of a site with a real WordPress in the same way.
test('every page is complete, and no page has broken links or anchors', async () => {
  expect(await listPageProblems(site.url, pages)).toEqual([]);
});

test.skipIf(javaProblem !== null)(
  `every page is valid HTML${javaProblem === null ? '' : `, skipped: ${javaProblem}`}`,
  async () => {
    const otherPages = await Promise.all(
      ['/faq?q=payout', '/faq?q=zzzz', '/news?page=2', '/no-such-page'].map((page) => readPageFacts(site.url, page)),
    );
    const folder = await mkdtemp(path.join(tmpdir(), 'validator-'));
    for (const { path: page, html } of [...pages, ...otherPages])
      await writeFile(path.join(folder, `${encodeURIComponent(page)}.html`), html);
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
    [`/${'a'.repeat(9_000)}`, 414, null],
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
        request({ host: '127.0.0.1', port: new URL(site.url).port, path: target }, (response) => {
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
    expect((await readPageFacts(site.url, '/agb')).title).toBe('404 - Page Not Found: /agb');
    for (const target of ['/agbx?y=1', '/news?page=99'])
      expect((await readPageFacts(site.url, target)).title).toBe(`404 - Page not found: ${target}`);
  });
});
