import { type ClickModifiers, isModifiedClick } from '../dom.ts';

/** URLs with an extension are files and endpoints, except for `.php`, which some pages have. */
const isPage = (pathname: string): boolean => !/\.[a-z0-9]+$/i.test(pathname) || pathname.endsWith('.php');

type Click = ClickModifiers & Pick<MouseEvent, 'defaultPrevented'>;
type Link = Pick<HTMLAnchorElement, 'href' | 'target' | 'rel' | 'hasAttribute'>;

/** Whether a URL is that of the page on screen, with any hash. */
export const isSamePage = ({ pathname, search }: URL, here: URL = new URL(location.href)): boolean =>
  pathname === here.pathname && search === here.search;

/**
 * The URL of a link within this site that is opened in this window by a plain click: another page, which the router follows, or an
 * anchor on the same page. Null for links that the browser follows without the router: other origins, files, downloads, new tabs and
 * the page itself.
 *
 * @param click null if the link has not been clicked yet.
 */
export const findLinkTarget = (link: Link, click: Click | null, here: URL = new URL(location.href)): URL | null => {
  if (click && (click.defaultPrevented || isModifiedClick(click))) return null;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (/\b(?:external|nofollow)\b/.test(link.rel) || !URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin || !isPage(url.pathname)) return null;
  return isSamePage(url, here) && url.hash === '' ? null : url;
};
