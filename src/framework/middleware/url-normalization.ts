import 'server-only';
import { type Classify, hasExtension, type RequestKind } from './request-kind.ts';

export type NormalizedUrl =
  | { readonly kind: 'accept'; readonly requestKind: RequestKind; readonly pathname: string; readonly search: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'too-long' }
  /** Malformed, or with a backslash, a control character or an encoded separator. */
  | { readonly kind: 'reject' };

type UrlRules = {
  readonly trailingSlash: boolean;
  readonly toCanonicalPath: (path: string) => string;
  readonly classify: Classify;
};

const MAX_LENGTH = 2_048;
const REJECT: NormalizedUrl = { kind: 'reject' };

/** The decoded path; null if it is malformed. */
export const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

/**
 * Removes scheme and host from a request target in absolute form, which every server must accept (RFC 9112 § 3.2.2).
 */
const withoutHost = (target: string): string => target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '') || '/';

/**
 * Normalizes the request target of an HTTP request. A page is redirected to its canonical URL: no repeated slashes, no
 * `/index.html`, the configured trailing slash, the canonical path. Of the URLs of files, endpoints and the router,
 * only repeated slashes, dot segments and unencoded characters are normalized. A target may have at most 2,048
 * characters.
 */
export const normalizeUrl = (
  requestTarget: string,
  { trailingSlash, toCanonicalPath, classify }: UrlRules,
): NormalizedUrl => {
  if (requestTarget.length > MAX_LENGTH) return { kind: 'too-long' };
  const target = requestTarget.startsWith('/') ? requestTarget : withoutHost(requestTarget);
  if (!target.startsWith('/')) return REJECT;
  const queryAt = target.indexOf('?');
  const rawPath = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = queryAt === -1 ? '' : target.slice(queryAt);
  // The URLs of the development server's own modules contain encoded paths. In production such a URL results in 404.
  if (rawPath.startsWith('/@')) return { kind: 'accept', requestKind: 'file', pathname: rawPath, search };
  if (/%(?:2f|5c|00)|\\/i.test(rawPath)) return REJECT;

  const collapsed = rawPath.replace(/\/{2,}/g, '/');
  if (!URL.canParse(collapsed, 'http://host')) return REJECT;
  const resolved = new URL(collapsed, 'http://host').pathname;
  const decoded = decodePath(resolved);
  if (decoded === null || hasControlCharacter(decoded)) return REJECT;
  const requestKind = classify(resolved);
  if (requestKind !== 'page') {
    return resolved === rawPath
      ? { kind: 'accept', requestKind, pathname: resolved, search }
      : { kind: 'redirect', location: resolved + search };
  }

  // `encodeURI` keeps these characters, so they would begin a query or a fragment in a redirect.
  if (/[?#]/.test(decoded)) return REJECT;
  const bare = decoded.replace(/\/index\.html?$/i, '/').replace(/(?<=.)\/+$/, '');
  const canonical = encodeURI(toCanonicalPath(bare === '' ? '/' : bare));
  const needsSlash = trailingSlash && canonical !== '/' && !hasExtension(canonical);
  const pathname = needsSlash ? `${canonical}/` : canonical;
  return decodePath(rawPath) === decodePath(pathname)
    ? { kind: 'accept', requestKind, pathname: canonical, search }
    : { kind: 'redirect', location: pathname + search };
};
