import 'server-only';
import { requestKindOf } from './request-kind.ts';

/** What the server does with an address before anything looks at it. */
export type NormalizedUrl =
  | { readonly kind: 'accept'; readonly pathname: string; readonly search: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'refuse' };

type AddressRules = {
  readonly trailingSlash: boolean;
  readonly toCanonicalPath: (path: string) => string;
};

const MAX_LENGTH = 2_048;

/** Paths whose spelling is not ours to mend: build output, payloads, pictures and other files, endpoints. */
const isVerbatim = (path: string): boolean =>
  /^\/(?:RSC|assets|api|builds|flight|mail|media|og|pictures|src|node_modules)(?:\/|$)|^\/@/.test(path) ||
  requestKindOf('GET', path) === 'operation' ||
  (/\.[A-Za-z0-9]+$/.test(path) && !/\.(?:php|html?)$/i.test(path));

const decode = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

/** The form with the host in it, which every server must take (RFC 9112 § 3.2.2); the host says nothing here. */
const withoutHost = (target: string): string => target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '') || '/';

/**
 * Judges the request target of an HTTP request: accepted as it stands, redirected once to the one spelling under which
 * a page is answered (no doubled slashes, no `/index.html`, the configured trailing slash, the canonical case), refused
 * (malformed, encoded separators), or too long (over 2,048 characters).
 */
export const normalizeUrl = (given: string, { trailingSlash, toCanonicalPath }: AddressRules): NormalizedUrl => {
  if (given.length > MAX_LENGTH) return { kind: 'too-long' };
  const target = given.startsWith('/') ? given : withoutHost(given);
  if (!target.startsWith('/')) return { kind: 'refuse' };
  const queryAt = target.indexOf('?');
  const rawPath = queryAt === -1 ? target : target.slice(0, queryAt);
  const search = queryAt === -1 ? '' : target.slice(queryAt);
  // Vite's own modules name files by encoded paths; in production nothing is there.
  if (rawPath.startsWith('/@')) return { kind: 'accept', pathname: rawPath, search };
  if (/%(?:2f|5c|00)|\\/i.test(rawPath)) return { kind: 'refuse' };

  const collapsed = rawPath.replace(/\/{2,}/g, '/');
  if (!URL.canParse(collapsed, 'http://host')) return { kind: 'refuse' };
  const resolved = new URL(collapsed, 'http://host').pathname;
  const decoded = decode(resolved);
  if (decoded === null || hasControlCharacter(decoded)) return { kind: 'refuse' };
  if (isVerbatim(resolved)) {
    return resolved === rawPath
      ? { kind: 'accept', pathname: resolved, search }
      : { kind: 'redirect', location: resolved + search };
  }

  // Written out again they would part the path from a query that nobody sent.
  if (/[?#]/.test(decoded)) return { kind: 'refuse' };
  const bare = decoded.replace(/\/index\.html?$/i, '/').replace(/(?<=.)\/+$/, '');
  const canonical = encodeURI(toCanonicalPath(bare === '' ? '/' : bare));
  const isDirectory = trailingSlash && canonical !== '/' && !/\.[a-z0-9]+$/.test(canonical);
  const pathname = isDirectory ? `${canonical}/` : canonical;
  const isSame = decode(rawPath) === decode(pathname);
  return isSame ? { kind: 'accept', pathname: canonical, search } : { kind: 'redirect', location: pathname + search };
};
