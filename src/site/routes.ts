/**
 * The route table. Navigation, canonical case, sitemap, social cards, metric labels and tests use it. A test checks
 * that it matches the files below `src/pages`.
 */
export type Route = {
  readonly path: string;
  /** The label in the main navigation; absent if the route is not part of it. */
  readonly navigation?: string;
};

export const routes: readonly Route[] = [
  { path: '/' },
  { path: '/solutions', navigation: 'Solutions' },
  { path: '/RSOC-for-domains-application', navigation: 'RSOC' },
  { path: '/about-us', navigation: 'About us' },
  { path: '/news', navigation: 'News' },
  { path: '/events', navigation: 'Events' },
  { path: '/events/[slug]' },
  { path: '/faq', navigation: 'FAQ' },
  { path: '/contact', navigation: 'Contact' },
  { path: '/domain-list-check' },
  { path: '/privacy-policy' },
  { path: '/agb.php' },
  { path: '/[slug]' },
];

/** Whether the path has no parameters. */
export const isFixedPath = (path: string): boolean => !path.includes('[');

const canonicalCase = new Map(
  routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => [path.toLowerCase(), path]),
);

/** The canonical case of a path: that of the route table, lower case for everything else. */
export const toCanonicalCase = (path: string): string => canonicalCase.get(path.toLowerCase()) ?? path.toLowerCase();

/** The slug of the CMS's page for a path: lower case, without `.php`. */
export const toSlug = (path: string): string =>
  path
    .slice(1)
    .toLowerCase()
    .replace(/\.php$/, '');

const pathOfSlug = new Map(routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => [toSlug(path), path]));

/** Whether the page with this slug has a dedicated route. */
export const hasOwnRoute = (slug: string): boolean => pathOfSlug.has(slug);

/** The path of the page or article with this slug. */
export const toPagePath = (slug: string): string => pathOfSlug.get(slug) ?? `/${slug}`;

type Entry =
  | { readonly type: 'posts' | 'pages' | 'events' | 'faq'; readonly id?: number; readonly slug: string }
  | { readonly type: 'homepage' | 'faqpage' };

/** The path of the page that shows an entry of the CMS. */
export const toEntryPath = (entry: Entry): string => {
  if (!('slug' in entry)) return entry.type === 'homepage' ? '/' : '/faq';
  // Browsers open the answer that has this id.
  if (entry.type === 'faq') return entry.id === undefined ? '/faq' : `/faq#faq-${entry.id}`;
  const name = encodeURIComponent(entry.slug);
  return entry.type === 'events' ? `/events/${name}` : toPagePath(name);
};

const patterns = routes.map(({ path }) => ({
  path,
  matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\[\w+\]/, '[^/]+')}$`),
}));

/** The pattern of the route that matches a path, such as `/events/[slug]`; null if none does. */
export const toRoutePattern = (path: string): string | null => {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return patterns.find(({ matches }) => matches.test(bare))?.path ?? null;
};
