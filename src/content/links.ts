import 'server-only';
import { env } from '../env.ts';

const site = new URL(env.SITE_URL);
const cms = env.CMS_URL === null ? null : new URL(env.CMS_URL);
/** `CMS_URL` without a closing slash: the part of a path that WordPress lives below. */
const cmsBase = cms?.pathname.replace(/\/+$/, '') ?? '';

/** The configured hosts of images with their origins. */
const mediaOrigins = new Map(env.CMS_MEDIA_ORIGINS.map((origin) => [new URL(origin).host, origin]));

/** WordPress's own spellings of what this site shows elsewhere. */
const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/event\/([^/]+)\/?$/, '/events/$1'],
  [/^\/event\/?$/, '/events'],
  [/^\/faq\/[^/]+\/?$/, '/faq'],
];

const isUpload = (path: string) => path.startsWith('/wp-content/');

const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path);

const toRoute = (path: string): string => {
  const own = ROUTES.reduce((so, [pattern, route]) => so.replace(pattern, route), path);
  if (own === '/' || isFile(own)) return own;
  const bare = own.replace(/\/$/, '');
  return env.SITE_TRAILING_SLASH ? `${bare}/` : bare;
};

type Target = { kind: 'own' | 'upload' | 'media' | 'elsewhere' | 'none'; url: URL; path: string };

/** Where an address leads, read the way a browser reads it: tabs and line ends count for nothing, `\` is `/`. */
const toTarget = (given: string): Target => {
  const text = given.replace(/[\t\n\r]/g, '').trim();
  const none: Target = { kind: 'none', url: site, path: '' };
  if (!URL.canParse(text, site)) return none;
  const url = new URL(text, site);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ...none, url };
  if (url.username !== '' || url.password !== '') return none;

  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(text);
  // Slashes are folded, because a path that begins with two of them would name a host once it stands alone.
  const below = (base: string) => url.pathname.slice(base.length).replace(/\/{2,}/g, '/') || '/';
  const isCms =
    isAbsolute && cms?.host === url.host && (url.pathname === cmsBase || url.pathname.startsWith(`${cmsBase}/`));
  if (isCms) return { kind: isUpload(below(cmsBase)) ? 'upload' : 'own', url, path: below(cmsBase) };
  if (url.host === site.host) {
    const isRelativeUpload = cms !== null && isUpload(below(''));
    return { kind: isRelativeUpload ? 'upload' : 'own', url, path: below('') };
  }
  if (mediaOrigins.get(url.host) === url.origin) return { kind: 'media', url, path: below('') };
  // A protocol-relative address of somebody else is a trick more often than a link.
  return /^[\\/]{2}/.test(text) ? none : { kind: 'elsewhere', url, path: '' };
};

const toUpload = ({ url, path }: Target) => `${cms?.origin ?? ''}${cmsBase}${path}${url.search}`;

const withBrand = (text: string) => text.replaceAll('{brand}', () => encodeURIComponent(env.SITE_NAME));

/**
 * An address an editor wrote, as a link of this site: http(s), mailto, tel, root-relative or `#hash`. Addresses on this site's
 * and the content system's host become our own routes (`/event/x/` is `/events/x`), uploads stay on the content
 * system. Null for everything else: scripts, data, other hosts without a protocol, addresses that hold a password.
 */
export const toHref = (given: string): string | null => {
  const text = withBrand(given.trim());
  if (text === '') return null;
  if (text.startsWith('#')) return text;
  const target = toTarget(text);
  if (target.kind === 'own') return `${toRoute(target.path)}${target.url.search}${target.url.hash}`;
  if (target.kind === 'upload') return `${toUpload(target)}${target.url.hash}`;
  if (target.kind === 'elsewhere' || target.kind === 'media') return target.url.href;
  return /^(?:mailto|tel):$/.test(target.url.protocol) ? target.url.href : null;
};

/** Whether a link of `toHref` leaves this site. */
export const isExternal = (href: string): boolean => /^https?:/.test(href);

const UPLOADS = '/wp-content/uploads/';

/** The widths in which uploads are delivered, and the one where nothing else is chosen. */
export const MEDIA_WIDTHS = [320, 480, 640, 800, 1200, 1600, 2000] as const;
const MEDIA_WIDTH = 1600;

export const MEDIA_FORMATS = ['avif', 'webp'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The path of a file below `/media/{width}/`; null for a file that is not delivered there. */
const toMediaPath = ({ kind, path, url }: Target): string | null => {
  if (/\.svgz?$/i.test(path)) return null;
  if (kind === 'upload' && path.startsWith(UPLOADS)) return path.slice(UPLOADS.length);
  return kind === 'media' ? `@${url.host}${path}` : null;
};

/**
 * The address of a picture an editor chose, always on this site: our own files, and as `/media/{width}/{path}.webp`, which
 * delivers them resized, the content system's uploads and the files of `CMS_MEDIA_ORIGINS` (`@{host}/{path}`). Null for
 * everything else, other hosts included: a visitor's address is no one else's business.
 */
export const toImageUrl = (given: string): string | null => {
  if (given.trim() === '' || given.trim().startsWith('#')) return null;
  const target = toTarget(given);
  if (target.kind === 'own') return `${target.path}${target.url.search}`;
  const path = toMediaPath(target);
  return path === null ? null : `/media/${MEDIA_WIDTH}/${path}.webp`;
};

/** The `srcset` of an upload's address in a format, up to its own width; null for a picture that has but one size. */
export const toSrcSet = (url: string, width: number, format: MediaFormat): string | null => {
  const path = /^\/media\/\d+\/(.+)\.webp$/.exec(url)?.[1];
  if (path === undefined) return null;
  const widths = MEDIA_WIDTHS.filter((candidate, index) => index === 0 || candidate <= width);
  return widths.map((candidate) => `/media/${candidate}/${path}.${format} ${candidate}w`).join(', ');
};

const decodeSegment = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};

/** The URL below which a path's file is, and the rest of the path; null where none is configured. */
const toMediaBase = ([first = '', ...rest]: readonly string[]) => {
  if (!first.startsWith('@')) return cms && { base: `${cms.origin}${cmsBase}${UPLOADS}`, names: [first, ...rest] };
  const origin = mediaOrigins.get(first.slice(1));
  return origin === undefined || rest.length === 0 ? null : { base: `${origin}/`, names: rest };
};

/**
 * The original behind a path of `/media/{width}/`: an upload of the content system, or after `@{host}` a file of one of
 * `CMS_MEDIA_ORIGINS`. Null for everything else.
 */
export const toMediaSource = (path: string): string | null => {
  const segments = path.split('/').flatMap((segment) => decodeSegment(segment) ?? []);
  const isWrong = (segment: string) => /^\.{0,2}$|[\\/?#\p{Cc}]/u.test(segment);
  if (segments.length < path.split('/').length || segments.some(isWrong)) return null;
  const found = toMediaBase(segments);
  return found && `${found.base}${found.names.map(encodeURIComponent).join('/')}`;
};
