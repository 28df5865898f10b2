import { parse } from 'node-html-parser';

/** Facts about a page that matter to users, search engines and assistive technology. */
export type PageFacts = {
  readonly path: string;
  readonly status: number;
  readonly title: string;
  /** The tags that a head has to contain once, and that this one lacks or repeats. */
  readonly wrongHeadTags: readonly string[];
  readonly headings: readonly string[];
  readonly canonical: string | null;
  readonly landmarks: Readonly<Record<'banner' | 'main' | 'contentinfo', number>>;
  /** Root-relative URLs, including hash, of all links to this site. */
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly html: string;
};

const HEAD_TAGS = [
  'title',
  'meta[name=description]:not([content=""])',
  'meta[name=robots]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[name="twitter:card"]',
];

const toInternalLink = (href: string, path: string, origin: string): string | null => {
  if (!URL.canParse(href, origin + path)) return null;
  const url = new URL(href, origin + path);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
};

/** Fetches a page and extracts its facts. */
export const readPageFacts = async (origin: string, path: string): Promise<PageFacts> => {
  // Clients that do not ask for HTML get the error page of a file as plain text.
  const response = await fetch(origin + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  const html = await response.text();
  const document = parse(html);
  const texts = (selector: string) => document.querySelectorAll(selector).map(({ text }) => text.trim());
  return {
    path,
    status: response.status,
    title: texts('head > title, title')[0] ?? '',
    wrongHeadTags: HEAD_TAGS.filter((selector) => document.querySelectorAll(selector).length !== 1),
    headings: texts('h1'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    landmarks: {
      banner: document.querySelectorAll('body > header').length,
      main: document.querySelectorAll('main').length,
      contentinfo: document.querySelectorAll('body > footer').length,
    },
    links: document
      .querySelectorAll('a[href]')
      .flatMap((anchor) => toInternalLink(anchor.getAttribute('href') ?? '', path, origin) ?? []),
    ids: new Set(document.querySelectorAll('[id]').flatMap(({ id }) => id || [])),
    html,
  };
};

/** The root-relative URLs in the sitemap of a running site. */
export const listSitemap = async (origin: string): Promise<string[]> => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
};

/** Broken links and anchors, as `{page} → {url}`. */
const findBrokenLinks = async (origin: string, pages: readonly PageFacts[]): Promise<string[]> => {
  const known = new Map(pages.map((page) => [page.path, page]));
  const statuses = new Map<string, Promise<number>>();
  const statusOf = (path: string): Promise<number> => {
    const pending = statuses.get(path) ?? fetch(origin + path, { redirect: 'manual' }).then(({ status }) => status);
    statuses.set(path, pending);
    return pending;
  };

  const broken = pages.flatMap(({ path, links }) =>
    links.map(async (link) => {
      const { pathname, search, hash } = new URL(link, origin);
      const target = known.get(pathname + search) ?? known.get(pathname);
      const exists = target !== undefined || (await statusOf(pathname + search)) === 200;
      const hasAnchor = hash === '' || target === undefined || target.ids.has(decodeURIComponent(hash.slice(1)));
      return exists && hasAnchor ? [] : [`${path} → ${link}`];
    }),
  );
  return [...new Set((await Promise.all(broken)).flat())];
};

/** The facts about all pages in the sitemap. */
export const readPages = async (origin: string): Promise<readonly PageFacts[]> =>
  Promise.all((await listSitemap(origin)).map((path) => readPageFacts(origin, path)));

const PLACEHOLDERS = /\{brand\}|\bundefined\b|\[object Object\]|\bNaN\b|[Ll]orem ipsum|[Cc]oming soon/;
const REQUIRED_PATHS = [
  '/',
  '/faq',
  '/news',
  '/contact',
  '/about-us',
  '/solutions',
  '/events',
  '/RSOC-for-domains-application',
  '/privacy-policy',
  '/agb.php',
  '/imprint',
];

/** The problems on the pages of a site with the content of the snapshot, as `{page}: {problem}`. */
export const listPageProblems = async (origin: string, pages: readonly PageFacts[]): Promise<string[]> => {
  const titles = pages.map(({ title }) => title);
  const problems = pages.flatMap(({ path, status, title, wrongHeadTags, headings, canonical, landmarks, html }) => {
    const text = html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');
    const checks: readonly (readonly [string, boolean])[] = [
      [`status ${status}`, status !== 200],
      [`not one ${wrongHeadTags}`, wrongHeadTags.length > 0],
      [`${headings.length} h1`, headings.length !== 1],
      ['not one header, main and footer', Object.values(landmarks).some((count) => count !== 1)],
      ['a link without a destination', /<a(?![^>]* href=)[ >]/.test(html)],
      [`canonical URL ${canonical}`, canonical !== origin + path],
      [`title ${title}`, !(path === '/' ? /^Freehold$/ : / \| Freehold$/).test(title)],
      ['the title of another page', titles.indexOf(title) !== titles.lastIndexOf(title)],
      [`the text ${PLACEHOLDERS.exec(text)?.[0]}`, PLACEHOLDERS.test(text)],
    ];
    return checks.flatMap(([problem, exists]) => (exists ? [`${path}: ${problem}`] : []));
  });
  const paths = pages.map(({ path }) => path);
  const missing = REQUIRED_PATHS.filter((path) => !paths.includes(path)).map((path) => `${path}: not in the sitemap`);
  const events = paths.filter((path) => path.startsWith('/events/')).length;
  return [
    ...problems,
    ...missing,
    ...(events === 8 ? [] : [`${events} events in the sitemap`]),
    ...(await findBrokenLinks(origin, pages)),
  ];
};
