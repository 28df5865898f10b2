import 'server-only';
import { env } from '../env.ts';
import { toFragment } from './anchors.ts';
import { siteName } from './site-name.ts';
import { percentDecode } from './slugs.ts';

const site = new URL(env.SITE_URL);
const cms = env.CMS_URL === null ? null : new URL(env.CMS_URL);
/** The path of `CMS_URL` without a trailing slash, if WordPress is installed in a subdirectory. */
const cmsBase = cms?.pathname.replace(/\/+$/, '') ?? '';

/** Origins besides the CMS from which images and files may be loaded, by host. */
const mediaOrigins = new Map(env.CMS_MEDIA_ORIGINS.map((origin) => [new URL(origin).host, origin]));

/** WordPress permalinks and the routes of this site that show the same content. */
const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/event\/([^/]+)\/?$/, '/events/$1'],
  [/^\/event\/?$/, '/events'],
  [/^\/faq\/[^/]+\/?$/, '/faq'],
  [/^\/tag\/[^/]+\/?$/, '/news'],
];
/** The permalink of a category, which may be below others. */
const CATEGORY = /^\/category\/(?:[^/]+\/)*([^/]+)\/?$/;
/** Links by number, which only WordPress can follow: it redirects to the site. */
const BY_NUMBER = /^\?(?:post_type=\w+&)?(?:p|page_id|attachment_id|cat)=\d+$/;

const UPLOADS = '/wp-content/uploads/';
/** Uploads of a WordPress that is not in the directory of its home page, such as `/wp/wp-content/uploads/a.jpg` or `/app/uploads/a.jpg`. */
const OTHER_UPLOADS = /^\/.+\/uploads\//;

const isUpload = (path: string) => path.startsWith('/wp-content/') || OTHER_UPLOADS.test(path);

const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path);

const toRoute = (path: string): string => {
  const own = ROUTES.reduce((result, [pattern, route]) => result.replace(pattern, route), path);
  if (own === '/' || isFile(own)) return own;
  const bare = own.replace(/\/$/, '');
  return env.SITE_TRAILING_SLASH ? `${bare}/` : bare;
};

/**
 * On the hosts of this site and the CMS: `upload` below `wp-content`, otherwise `own`. `media`: on one of `CMS_MEDIA_ORIGINS`;
 * `elsewhere`: on another host; `none`: a rejected URL, or one with another scheme, such as `mailto:`.
 */
type Target = { kind: 'own' | 'upload' | 'media' | 'elsewhere' | 'none'; url: URL; path: string };

/** Classifies a URL, parsed as browsers do: tabs and line breaks are ignored, `\` means `/`. */
const toTarget = (raw: string): Target => {
  const text = raw.replace(/[\t\n\r]/g, '').trim();
  const none: Target = { kind: 'none', url: site, path: '' };
  if (!URL.canParse(text, site)) return none;
  const url = new URL(text, site);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ...none, url };
  if (url.username !== '' || url.password !== '') return none;

  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(text);
  // Repeated slashes are collapsed: a path that starts with two of them would be a protocol-relative URL.
  const below = (base: string) => url.pathname.slice(base.length).replace(/\/{2,}/g, '/') || '/';
  const isCms =
    isAbsolute && cms?.host === url.host && (url.pathname === cmsBase || url.pathname.startsWith(`${cmsBase}/`));
  if (isCms || url.host === site.host) {
    const path = below(isCms || url.pathname.startsWith(`${cmsBase}/wp-content/`) ? cmsBase : '');
    return { kind: isUpload(path) ? 'upload' : 'own', url, path };
  }
  if (mediaOrigins.get(url.host) === url.origin) return { kind: 'media', url, path: below('') };
  // Protocol-relative URLs to other hosts are rejected: editors do not write them, attackers do.
  return /^[\\/]{2}/.test(text) ? none : { kind: 'elsewhere', url, path: '' };
};

const toUpload = ({ url, path }: Target) => `${cms?.origin ?? ''}${cmsBase}${path}${url.search}`;

/** Documents, archives, audio and video. Nothing that a browser would run, such as HTML, SVG or scripts. */
const SERVED_FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|txt|csv|ics|vcf|vtt|epub|zip|mp3|m4a|aac|ogg|oga|opus|wav|flac|mp4|m4v|mov|webm|ogv)$/i;
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/**
 * The path of an upload below `wp-content/uploads/`, or of an upload elsewhere and a file of `CMS_MEDIA_ORIGINS` as `@{host}/{path}`; null for
 * all others.
 */
const toUploadPath = ({ kind, path, url }: Target): string | null => {
  if (kind === 'media') return `@${url.host}${path}`;
  if (kind !== 'upload') return null;
  if (path.startsWith(UPLOADS)) return path.slice(UPLOADS.length);
  return cms !== null && OTHER_UPLOADS.test(path) ? `@${cms.host}${cmsBase}${path}` : null;
};

/** The URL on this site of an upload that `/media` or `/files` serves; null for all others. */
const toServedUrl = (target: Target): string | null => {
  const path = toUploadPath(target);
  if (path === null) return null;
  if (PICTURE_FILE.test(path)) return `/media/${MEDIA_WIDTH}/${path}.webp`;
  return SERVED_FILE.test(path) ? `/files/${path}` : null;
};

const withBrand = (text: string) => text.replaceAll('{brand}', () => encodeURIComponent(siteName()));

const toOwnHref = ({ url, path }: Target): string => {
  if (cms !== null && cms.host !== site.host && cms.host === url.host && BY_NUMBER.test(url.search)) return url.href;
  const category = CATEGORY.exec(path)?.[1];
  if (category !== undefined) return `${toRoute('/news')}?category=${category}${url.hash}`;
  return `${toRoute(path)}${url.search}${url.hash && toFragment(url.hash)}`;
};

/**
 * Converts a URL written by an editor to an `href`: http(s), mailto, tel, root-relative or `#hash`. URLs on the hosts of this
 * site and of the CMS become routes of this site (`/event/x/` becomes `/events/x`); uploads become `/media/…` or `/files/…`,
 * or keep the CMS's URL if their type is not served. Null for everything else: scripts, data, protocol-relative URLs to other
 * hosts, URLs with credentials.
 */
export const toHref = (raw: string): string | null => {
  const text = withBrand(raw.trim());
  if (text === '') return null;
  if (text.startsWith('#')) return toFragment(text);
  const target = toTarget(text);
  if (target.kind === 'own') return toOwnHref(target);
  const served = toServedUrl(target);
  if (served !== null) return `${served}${target.url.hash}`;
  if (target.kind === 'upload') return `${toUpload(target)}${target.url.hash}`;
  if (target.kind === 'elsewhere' || target.kind === 'media') return target.url.href;
  return /^(?:mailto|tel):$/.test(target.url.protocol) ? target.url.href : null;
};

/** Whether a result of `toHref` leads to another site. */
export const isExternal = (href: string): boolean => /^https?:/.test(href);

/** Widths in which uploads are delivered, in pixels, and the default. */
export const MEDIA_WIDTHS = [320, 480, 640, 800, 1200, 1600, 2000] as const;
const MEDIA_WIDTH = 1600;

/** The size of the image of a shared link, in pixels. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** `still.webp` is the first frame of an animation, for visitors who prefer reduced motion. */
export const MEDIA_FORMATS = ['avif', 'still.webp', 'webp'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The path of a file below `/media/{width}/`; null if the file is not served there. */
const toMediaPath = (target: Target): string | null => (/\.svgz?$/i.test(target.path) ? null : toUploadPath(target));

/**
 * The URL on this site of an image chosen by an editor: our own files unchanged; uploads of the CMS and files of
 * `CMS_MEDIA_ORIGINS` (`@{host}/{path}`) as `/media/{width}/{path}.webp`, which serves them resized. Null for everything
 * else, including other hosts, which would learn the IP address of every client.
 */
export const toImageUrl = (raw: string): string | null => {
  if (raw.trim() === '' || raw.trim().startsWith('#')) return null;
  const target = toTarget(raw);
  if (target.kind === 'own') return `${target.path}${target.url.search}`;
  const path = toMediaPath(target);
  return path === null ? null : `/media/${MEDIA_WIDTH}/${path}.webp`;
};

/** The still image of an animated GIF that `toImageUrl` returned; null for other images. */
export const toStill = (url: string): string | null =>
  /^\/media\/.*\.gif\.webp$/i.test(url) ? url.replace(/\.webp$/, '.still.webp') : null;

/** Whether a result of `toHref` is an image file of this site, which the lightbox can show. */
export const isPicture = (href: string): boolean => /^\/(?!\/)/.test(href) && PICTURE_FILE.test(href);

/**
 * The URL on this site of a file of a served type, such as a video, an audio file or captions: `/files/…` for files of the CMS, our
 * own files unchanged. Null for other types and other hosts.
 */
export const toFileUrl = (raw: string): string | null => {
  const target = toTarget(raw);
  const url = target.kind === 'own' ? target.path : toServedUrl(target);
  return url !== null && SERVED_FILE.test(url) ? url : null;
};

/** The `srcset` of an upload in a format, up to its original width; null for an image that exists in one size only. */
export const toSrcSet = (url: string, width: number, format: MediaFormat): string | null => {
  const path = /^\/media\/\d+\/(.+)\.webp$/.exec(url)?.[1];
  if (path === undefined) return null;
  const widths = MEDIA_WIDTHS.filter((candidate, index) => index === 0 || candidate <= width);
  return widths.map((candidate) => `/media/${candidate}/${path}.${format} ${candidate}w`).join(', ');
};

/** The decoded segments of a path below `/media/{width}/` or `/files/`; null if one is malformed or could lead elsewhere. */
const toSegments = (path: string): readonly string[] | null => {
  const segments = path.split('/').flatMap((segment) => percentDecode(segment) ?? []);
  const isUnsafe = (segment: string) => /^\.{0,2}$|[\\/?#\p{Cc}]/u.test(segment);
  return segments.length < path.split('/').length || segments.some(isUnsafe) ? null : segments;
};

/** The URL of an upload cropped to the size of shared links, as JPEG, which all networks read; null for our own images. */
export const toCardUrl = (url: string): string | null => {
  const path = /^\/media\/\d+\/(.+)\.webp$/.exec(url)?.[1];
  return path === undefined ? null : `/media/card/${path}.jpg`;
};

/** The base URL of the original and the remaining path segments; null if no such origin is configured or no path follows it. */
const toMediaBase = ([first = '', ...rest]: readonly string[]) => {
  if (!first.startsWith('@')) return cms && { base: `${cms.origin}${cmsBase}${UPLOADS}`, names: [first, ...rest] };
  const host = first.slice(1);
  const isUploadOfCms = host === cms?.host && OTHER_UPLOADS.test(`/${rest.join('/')}`);
  const origin = isUploadOfCms ? cms?.origin : mediaOrigins.get(host);
  return origin === undefined || rest.length === 0 ? null : { base: `${origin}/`, names: rest };
};

/**
 * The URL of the original for a path below `/media/{width}/` or `/files/`: an upload of the CMS, or after `@{host}` an upload elsewhere on
 * its host or a file on one of `CMS_MEDIA_ORIGINS`. Null for everything else.
 */
export const toMediaSource = (path: string): string | null => {
  const segments = toSegments(path);
  const found = segments && toMediaBase(segments);
  return found && `${found.base}${found.names.map(encodeURIComponent).join('/')}`;
};

/** The path of an upload below `private/content/media` in the snapshot; null for other files. */
export const toSnapshotMedia = (path: string): string | null => {
  const segments = toSegments(path);
  return segments === null || segments[0]?.startsWith('@') ? null : segments.join('/');
};

/** Whether a file of this name is served below `/files/`. */
export const isServedFile = (path: string): boolean => SERVED_FILE.test(path);
