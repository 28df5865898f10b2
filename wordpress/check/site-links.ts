import { isReservedId } from '../../src/content/anchors.ts';
import { Blocks } from '../../src/content/blocks.ts';
import { toHref } from '../../src/content/links.ts';
import { toSafeHtml } from '../../src/content/safe-html.ts';
import { percentDecode } from '../../src/content/slugs.ts';
import { isFixedPath, routes, toCanonicalCase, toPagePath } from '../../src/site/routes.ts';
import type { Content, Item } from './content.ts';
import { error, type Finding, warning } from './finding.ts';

/** Paths that the site serves in addition to its pages. */
const OTHER_PATHS = ['/news/feed.xml', '/sitemap.xml', '/robots.txt'];

/** Checks whether the targets of links exist. */
export type SiteLinks = {
  /** @param page the path of the page that contains the link. */
  readonly check: (link: string, page: string, where: readonly string[]) => Finding[];
};

/** All anchors and element ids in parsed content. */
const listIds = (value: unknown): string[] => {
  if (typeof value === 'string') return [...value.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'anchor' in value && typeof value.anchor === 'string' ? [value.anchor] : [];
  return [...own, ...Object.values(value).flatMap(listIds)];
};

const blocksOf = ({ acf }: Item): unknown =>
  typeof acf === 'object' && acf !== null && 'blocks' in acf && Array.isArray(acf.blocks) ? acf.blocks : [];

const anchorsOf = (item: Item): ReadonlySet<string> =>
  new Set(listIds([toSafeHtml(item.content.rendered, { topHeading: 2 }), Blocks.safeParse(blocksOf(item)).data]));

const slugOf = ({ slug }: Item): string => percentDecode(slug) ?? slug;

/** @param hasFile whether the site serves a file with this percent-encoded path. */
export const toSiteLinks = (content: Content, hasFile: (path: string) => boolean): SiteLinks => {
  const fixed = routes.map(({ path }) => path).filter(isFixedPath);
  const anchors = new Map<string, ReadonlySet<string>>([
    ...[...content.posts, ...content.pages].map((item) => [toPagePath(slugOf(item)), anchorsOf(item)] as const),
    ...content.events.map((item) => [`/events/${slugOf(item)}`, anchorsOf(item)] as const),
    ['/faq', new Set(content.faq.map(({ id }) => `faq-${id}`))],
  ]);
  const known = new Set([
    ...fixed,
    ...OTHER_PATHS,
    ...anchors.keys(),
    ...content.events.map((event) => `/events/${slugOf(event)}.ics`),
  ]);

  const redirects = new Map(content.redirects.map(({ from, to }) => [from, to]));

  const isAnchor = (path: string, id: string): boolean => {
    const ids = anchors.get(path);
    const isOwnMarkup = isReservedId(id) && !/^faq-\d+$/.test(id);
    return id === '' || isOwnMarkup || ids === undefined || ids.has(id);
  };

  return {
    check(link, page, where) {
      const href = toHref(link);
      if (href === null) {
        const message = `“${link}” is not a link that visitors can follow. Use a page of this site such as /contact, or an address that begins with https://.`;
        return [error(where, message)];
      }
      if (!/^[/#]/.test(href)) return [];
      const { pathname, hash } = new URL(href, `http://site${page}`);
      const decoded = percentDecode(pathname) ?? pathname;
      const path = href.startsWith('#')
        ? page
        : toCanonicalCase(decoded.length > 1 ? decoded.replace(/\/$/, '') : decoded);
      const target = redirects.get(path);
      if (!known.has(path) && target !== undefined) {
        return [warning(where, `The link “${link}” leads to an old address. Use the new one: ${target}`)];
      }
      if (!known.has(path) && !hasFile(pathname)) {
        return [error(where, `The link “${link}” leads to a page that does not exist. Correct or remove it.`)];
      }
      if (isAnchor(path, percentDecode(hash.slice(1)) ?? '')) return [];
      return [
        warning(
          where,
          `The link “${link}” leads to a section that its page does not have. Correct the part after “#”.`,
        ),
      ];
    },
  };
};
