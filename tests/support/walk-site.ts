import { parse } from 'node-html-parser';

/** Facts about a page that matter to users, search engines and assistive technology. */
export type PageFacts = {
  readonly path: string;
  readonly status: number;
  readonly title: string;
  readonly headings: readonly string[];
  readonly canonical: string | null;
  readonly landmarks: Readonly<Record<'banner' | 'main' | 'contentinfo', number>>;
  /** Root-relative URLs, including hash, of all links to this site. */
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly html: string;
};

const toInternalLink = (href: string, path: string, origin: string): string | null => {
  if (!URL.canParse(href, origin + path)) return null;
  const url = new URL(href, origin + path);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
};

/** Fetches a page and extracts its facts. */
export const readPageFacts = async (origin: string, path: string): Promise<PageFacts> => {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const html = await response.text();
  const document = parse(html);
  const texts = (selector: string) => document.querySelectorAll(selector).map(({ text }) => text.trim());
  return {
    path,
    status: response.status,
    title: texts('head > title, title')[0] ?? '',
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
export const findBrokenLinks = async (origin: string, pages: readonly PageFacts[]): Promise<string[]> => {
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
