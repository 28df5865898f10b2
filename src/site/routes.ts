/**
 * The route table of the specification (§2). Navigation, canonical case, sitemap, prerendering and tests are driven by
 * it; the files below `src/pages` answer these paths, and a test holds the two against each other.
 */
export type Route = {
  readonly name: string | null;
  readonly path: string;
  readonly layout: 'default' | 'rsoc-for-domains-application';
  /** The words of the main navigation; absent where the route is not part of it. */
  readonly navigation?: string;
};

export const routes: readonly Route[] = [
  { name: 'index', path: '/', layout: 'default' },
  { name: 'solutions', path: '/solutions', layout: 'default', navigation: 'Solutions' },
  { name: 'about-us', path: '/about-us', layout: 'default', navigation: 'About us' },
  { name: 'news', path: '/news', layout: 'default', navigation: 'News' },
  { name: 'events', path: '/events', layout: 'default', navigation: 'Events' },
  { name: 'events-slug', path: '/events/[slug]', layout: 'default' },
  { name: 'faq', path: '/faq', layout: 'default', navigation: 'FAQ' },
  { name: 'contact', path: '/contact', layout: 'default', navigation: 'Contact' },
  {
    name: 'RSOC-for-domains-application',
    path: '/RSOC-for-domains-application',
    layout: 'rsoc-for-domains-application',
  },
  { name: null, path: '/privacy-policy', layout: 'default' },
  { name: null, path: '/agb.php', layout: 'default' },
  { name: 'slug', path: '/[slug]', layout: 'default' },
];

/** Whether every visitor can ask for this path as it stands: it names no parameter. */
export const isFixedPath = (path: string): boolean => !path.includes('[');

const canonicalCase = new Map(
  routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => [path.toLowerCase(), path]),
);

/** The spelling under which a path is answered: routes keep their own case, everything else is lower case. */
export const toCanonicalCase = (path: string): string => canonicalCase.get(path.toLowerCase()) ?? path.toLowerCase();

/** The slug under which the content system keeps what is shown at this path: lower case, without `.php`. */
export const toSlug = (path: string): string =>
  path
    .slice(1)
    .toLowerCase()
    .replace(/\.php$/, '');

const pathOfSlug = new Map(routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => [toSlug(path), path]));

/** Whether a route of its own shows the page with this slug. */
export const hasOwnRoute = (slug: string): boolean => pathOfSlug.has(slug);

/** Where the page or the article with this slug is shown. */
export const toPagePath = (slug: string): string => pathOfSlug.get(slug) ?? `/${slug}`;

const patterns = routes.map(({ path }) => ({
  path,
  matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\[\w+\]/, '[^/]+')}$`),
}));

/** The path of the route that answers an address, with the names of its parameters; null: none does. */
export const toRoutePattern = (path: string): string | null => {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return patterns.find(({ matches }) => matches.test(bare))?.path ?? null;
};
