import { isNative, type Press } from './click-replay.ts';

/** Endpoints and files are for the browser itself. */
const isPage = (pathname: string): boolean => !/\.[a-z0-9]+$/i.test(pathname) || pathname.endsWith('.php');

type Click = Press & Pick<MouseEvent, 'defaultPrevented'>;
type Link = Pick<HTMLAnchorElement, 'href' | 'target' | 'rel' | 'hasAttribute'>;

/**
 * Where a link leads, if the router may take the visitor there: another page of this site, opened in this window by a
 * plain click. Null for everything else, which the browser does better: other hosts, files, downloads, new tabs, and
 * places on the same page.
 *
 * @param click null where nobody has clicked yet.
 */
export const findLinkTarget = (link: Link, click: Click | null, here: URL = new URL(location.href)): URL | null => {
  if (click && (click.defaultPrevented || isNative(click))) return null;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (/\b(?:external|nofollow)\b/.test(link.rel) || !URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin || !isPage(url.pathname)) return null;
  const isSamePage = url.pathname === here.pathname && url.search === here.search;
  return isSamePage ? null : url;
};
