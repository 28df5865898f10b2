import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { buildIfNecessary } from '../support/build-site.ts';

// Workers load this file too, but need not build.
if (process.env.TEST_WORKER_INDEX === undefined) buildIfNecessary();

/** Written by the build. */
const SITEMAP = 'dist/public/sitemap.xml';
const SNAPSHOT = 'private/content/wp-json/wp/v2';

const listPaths = (): string[] => {
  if (!existsSync(SITEMAP)) throw new Error(`There is no ${SITEMAP}: run npm run build.`);
  const urls = [...readFileSync(SITEMAP, 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));
  return urls.map(({ pathname }) => pathname);
};

const readItems = (file: string): readonly { readonly slug: string; readonly hasGallery: boolean }[] =>
  z
    .array(
      z.object({
        slug: z.string(),
        acf: z
          .object({ gallery: z.array(z.unknown()).optional() })
          .optional()
          .catch(undefined),
      }),
    )
    .parse(JSON.parse(readFileSync(path.join(SNAPSHOT, file), 'utf8')))
    .map(({ slug, acf }) => ({ slug, hasGallery: (acf?.gallery ?? []).length > 0 }));

/** The kind of each post and event, by path. The pages of one kind have the same template, so one of them is tested. */
const kinds = new Map<string, string>([
  ...readItems('posts.json').map(({ slug }) => [`/${slug}`, 'post'] as const),
  ...readItems('events.json').map(
    ({ slug, hasGallery }) => [`/events/${slug}`, hasGallery ? 'event with a gallery' : 'event'] as const,
  ),
]);

/** Pages that consist of a text, like the privacy policy, which is the longest. */
const TEXTS = new Set(['/accessibility', '/agb.php', '/imprint']);

const paths = listPaths();

/** The pages in the sitemap, but only one text and the first post or event of each kind; a page with a query, and the error page. */
export const PAGES = [
  ...paths.filter((page) => {
    if (TEXTS.has(page)) return false;
    const kind = kinds.get(page);
    return kind === undefined || page === paths.find((other) => kinds.get(other) === kind);
  }),
  '/faq?q=minimum+payout',
  '/no-such-page',
];
