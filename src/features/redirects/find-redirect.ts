import 'server-only';
import { readEvent } from '../../content/events.ts';
import { readPage } from '../../content/pages.ts';
import { readPost } from '../../content/posts.ts';
import { listRedirects, type Redirect, toRedirectKey } from '../../content/redirects.ts';
import type { PageRedirect } from '../../framework/shared.ts';
import { hasOwnRoute, toRoutePattern } from '../../site/routes.ts';
import { toSitePath } from '../../site/urls.ts';

/** Whether the site has a page at this path, which takes precedence over a redirect from there. */
const isServed = async (path: string): Promise<boolean> => {
  const slug = path.split('/').at(-1) ?? '';
  switch (toRoutePattern(path)) {
    case null:
      return false;
    case '/events/[slug]':
      return (await readEvent(slug)) !== null;
    case '/[slug]':
      return !hasOwnRoute(slug) && ((await readPage(slug)) ?? (await readPost(slug))) !== null;
    default:
      return true;
  }
};

const pathOf = (target: string): string | null =>
  target.startsWith('/') ? toRedirectKey(target.replace(/[?#].*$/, '')) : null;

/** The redirects of the chain that starts at a path; null if there is none, or if it is a loop. */
const followChain = async (all: ReadonlyMap<string, Redirect>, path: string): Promise<readonly Redirect[] | null> => {
  const chain: Redirect[] = [];
  let next = all.get(path);
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    const target = pathOf(next.to);
    next = target === null ? undefined : all.get(target);
    if (target === null || next === undefined || (await isServed(target))) return chain;
  }
  return null;
};

/** The target with the trailing slash of this site, without which it would be redirected again. */
const toCanonicalTarget = (target: string): string =>
  target.startsWith('/') ? target.replace(/^[^?#]+/, toSitePath) : target;

/** Adds the query of the request, such as campaign parameters, unless the target has one. */
const withQuery = (target: string, query: string): string => {
  if (query === '' || target.includes('?')) return target;
  const [path = '', ...hash] = target.split('#');
  return [`${path}?${query}`, ...hash].join('#');
};

/**
 * The redirect from a path that has no page; null if there is none. A chain is resolved to one redirect, which is temporary if any
 * redirect of the chain is. Pages take precedence over redirects, so this is called only before a 404.
 */
export const findRedirect = async (path: string, query: string): Promise<PageRedirect | null> => {
  const key = toRedirectKey(path);
  if (key === null) return null;
  const chain = await followChain(await listRedirects(), key);
  const last = chain?.at(-1);
  if (!chain || !last) return null;
  const isPermanent = chain.every(({ status }) => status === 301);
  return {
    location: withQuery(toCanonicalTarget(last.to), query),
    status: isPermanent ? 301 : 302,
    tags: ['redirects'],
  };
};
