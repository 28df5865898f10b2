import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { readOptions } from './read-options.ts';

/**
 * `npm run content:check`: reports what visitors would miss or find broken in the snapshot, for the people who write the content.
 *
 *     --cms URL   check the content of this CMS instead
 *
 * The exit code is 1 if there are errors.
 */

const TIME_LIMIT_MS = 10_000;
const MAX_CONCURRENT_REQUESTS = 8;

const options = readOptions({ cms: { type: 'string' } });
// Set before the imports below: the site reads its settings only once, and needs the host of the CMS to recognize its links.
if (options.cms !== undefined) process.env.CMS_URL = options.cms;

const { checkContent } = await import('./check/check-content.ts');
const { Content } = await import('./check/content.ts');
const { countErrors, toReport } = await import('./check/report.ts');
const { PullFailed, readContent } = await import('./pull.ts');
const { toCmsAuthorization, withoutPassword } = await import('../src/content/cms-password.ts');
const { toMediaSource } = await import('../src/content/links.ts');
const { percentDecode } = await import('../src/content/slugs.ts');
const { log } = await import('../src/framework/log.ts');

// The site would also log what the report lists.
log.level = 'silent';

const cms = options.cms === undefined ? null : withoutPassword(options.cms);
const root = join(import.meta.dirname, '..');
const PATHS = [
  'wp/v2/pages',
  'wp/v2/posts',
  'wp/v2/events',
  'wp/v2/faq',
  'api/homepage',
  'api/faqpage',
  'api/redirects',
  'api/site',
];

const readSnapshot = async (): Promise<ReadonlyMap<string, unknown>> => {
  const read = async (path: string): Promise<readonly [string, unknown]> => {
    const file = join(root, 'private/content/wp-json', `${path}.json`);
    return [path, JSON.parse(await readFile(file, 'utf8'))];
  };
  return new Map(await Promise.all(PATHS.map(read)));
};

/** Whether the CMS reports that a file does not exist. A request that fails does not count. */
const isGone = async (url: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const response = await fetch(url, { method: 'HEAD', headers: toCmsAuthorization(url), signal }).catch(() => null);
  return response?.status === 404 || response?.status === 410;
};

const check = async (): Promise<void> => {
  const content = Content.parse(Object.fromEntries(await (cms === null ? readSnapshot() : readContent(cms))));
  const now = new Date();
  const existsIn = (directory: string, path: string): boolean =>
    existsSync(join(root, directory, percentDecode(path) ?? path));

  const uploads = new Set<string>();
  const missing = new Set<string>();
  const hasFile = (path: string): boolean => {
    const [, picture, file] = /^\/(?:media\/\d+\/(.+)\.webp|files\/(.+))$/.exec(path) ?? [];
    const upload = picture ?? file;
    if (upload === undefined) return existsIn('public', path);
    if (cms === null) return existsIn('private/content/media', upload);
    uploads.add(upload);
    return !missing.has(upload);
  };
  // With a CMS, the first run collects the uploads in use; the second one knows which of them are missing.
  let reports = checkContent(content, { now, hasFile });
  if (uploads.size > 0) {
    await pLimit(MAX_CONCURRENT_REQUESTS).map(uploads, async (upload) => {
      const url = toMediaSource(upload);
      if (url !== null && (await isGone(url))) missing.add(upload);
    });
    reports = checkContent(content, { now, hasFile });
  }
  console.log(toReport(reports, cms));
  if (countErrors(reports) > 0) process.exitCode = 1;
};

try {
  await check();
} catch (error) {
  console.error(error instanceof PullFailed ? error.message : error);
  process.exitCode = 1;
}
