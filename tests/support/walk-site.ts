import { parse } from 'node-html-parser';

/** What a visitor, a search engine and a screen reader take from a document. */
export type PageFacts = {
  readonly path: string;
  readonly status: number;
  readonly title: string;
  readonly headings: readonly string[];
  readonly canonical: string | null;
  readonly landmarks: Readonly<Record<'banner' | 'main' | 'contentinfo', number>>;
  /** Root-relative addresses, with their hash, of every link of the page to this site. */
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly html: string;
};

const inSite = (address: string, path: string, origin: string): string | null => {
  if (!URL.canParse(address, origin + path)) return null;
  const url = new URL(address, origin + path);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
};

/** Fetches a page as a browser without scripts would, and reads what it says. */
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
      .flatMap((anchor) => inSite(anchor.getAttribute('href') ?? '', path, origin) ?? []),
    ids: new Set(document.querySelectorAll('[id]').flatMap(({ id }) => id || [])),
    html,
  };
};

/** Every page that the sitemap of a running site names, root-relative. */
export const listSitemap = async (origin: string): Promise<string[]> => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
};

/** Links of pages that lead to no answer, and anchors that lead to no element, as `{page} → {address}`. */
export const findBrokenLinks = async (origin: string, pages: readonly PageFacts[]): Promise<string[]> => {
  const known = new Map(pages.map((page) => [page.path, page]));
  const statuses = new Map<string, Promise<number>>();
  const statusOf = (path: string): Promise<number> => {
    const asked = statuses.get(path) ?? fetch(origin + path, { redirect: 'manual' }).then(({ status }) => status);
    statuses.set(path, asked);
    return asked;
  };

  const verdicts = pages.flatMap(({ path, links }) =>
    links.map(async (address) => {
      const { pathname, search, hash } = new URL(address, origin);
      const target = known.get(pathname + search) ?? known.get(pathname);
      const isThere = target !== undefined || (await statusOf(pathname + search)) === 200;
      const isAnchored = hash === '' || target === undefined || target.ids.has(decodeURIComponent(hash.slice(1)));
      return isThere && isAnchored ? [] : [`${path} → ${address}`];
    }),
  );
  return [...new Set((await Promise.all(verdicts)).flat())];
};
