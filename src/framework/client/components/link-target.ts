import { type ClickModifiers, isModifiedClick } from '../dom.ts';

/** URLs with an extension are files and endpoints, except for `.php`, which some pages have. */
const isPage = (pathname: string): boolean => !/\.[a-z0-9]+$/i.test(pathname) || pathname.endsWith('.php');

type Click = ClickModifiers & Pick<MouseEvent, 'defaultPrevented'>;
type Link = Pick<HTMLAnchorElement, 'href' | 'target' | 'rel' | 'hasAttribute'>;

/**
 * The URL of a link that the router may follow: another page of this site, opened in this window by a plain click. Null
 * for links that the browser has to follow itself: other origins, files, downloads, new tabs and anchors on the same
 * page.
 *
 * @param click null if the link has not been clicked yet.
 */
export const findLinkTarget = (link: Link, click: Click | null, here: URL = new URL(location.href)): URL | null => {
  if (click && (click.defaultPrevented || isModifiedClick(click))) return null;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (/\b(?:external|nofollow)\b/.test(link.rel) || !URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin || !isPage(url.pathname)) return null;
  const isSamePage = url.pathname === here.pathname && url.search === here.search;
  return isSamePage ? null : url;
};
