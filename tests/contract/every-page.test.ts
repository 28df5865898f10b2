import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test.each([
  ['/rsoc-FOR-domains-application', 308, '/RSOC-for-domains-application'],
  ['/events/no-such-event', 404, null],
  ['/news?page=99', 404, null],
  ['/news?page=1&page=2', 404, null],
  ['/news?category=none', 404, null],
  ['/news?category=payouts&page=2', 404, null],
  ['/404', 404, null],
])('the unusual URL %s returns %i', async (target, status, location) => {
  const response = await fetch(site.url + target, { redirect: 'manual' });

  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  if (status === 404) expect(await response.text()).toContain('<title>404 - Page not found: ');
});
