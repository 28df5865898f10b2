import 'server-only';
import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { type Env, isRead } from './context.ts';
import type { SecurityPort } from './site-options.ts';

const REPORTING_GROUP = 'csp';

const toHashSource = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

type SecurityHeadersOptions = SecurityPort & {
  /** The origin of the site; `https:` adds HSTS and the reports of violations. */
  readonly url: string;
  /** `X-Robots-Tag` */
  readonly robots: string;
  /** `Strict-Transport-Security` */
  readonly hsts: string;
  /** Where browsers report violations of the policy, as the Reporting API defines. */
  readonly reportPath: string;
};

const toContentSecurityPolicy = ({ url, sources = {}, inlineScripts = [] }: SecurityHeadersOptions): string => {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': ["'none'"],
    'img-src': ["'self'", 'data:'],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map(toHashSource)],
    'style-src': ["'self'"],
    'worker-src': ["'self'"],
    // Browsers report over https only.
    ...(url.startsWith('https:') && { 'report-to': [REPORTING_GROUP] }),
  };
  return Object.entries(directives)
    .map(([name, defaults]) => {
      const all = [...defaults, ...(sources[name] ?? [])];
      return [name, ...(all.length > 1 ? all.filter((source) => source !== "'none'") : all)].join(' ');
    })
    .join('; ');
};

/** For the parts of a page, which load nothing themselves: the policy of documents would be most of a small file. */
const PART_POLICY = "default-src 'none'; frame-ancestors 'none'";
const PART = /^(?:font\/|text\/(?:css|javascript))/;
const MEDIA = /^(?:audio|image|video)\//;
/** Allows inline styles, because a browser that opens a raster image as a document styles this document inline. */
const RASTER_IMAGE_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The headers of a style sheet, script, font, image, audio or video that differ from those of other responses; none for other
 * content types. Other origins may show media, for example the editor of the CMS and feed readers.
 */
export const headersByType = (contentType: string | null): SecurityHeaders => {
  if (contentType && PART.test(contentType)) return { 'content-security-policy': PART_POLICY };
  if (!contentType || !MEDIA.test(contentType)) return {};
  const isRaster = /^image\/(?!svg)/.test(contentType);
  return {
    'cross-origin-resource-policy': 'cross-origin',
    ...(isRaster && { 'content-security-policy': RASTER_IMAGE_POLICY }),
  };
};

/**
 * Powerful browser features that neither the site nor a frame in it uses. The list omits features that a captcha provider
 * may need in its frame (`autoplay`, `fullscreen`, `storage-access`).
 */
const UNUSED_FEATURES = [
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'serial',
  'usb',
];

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The security headers of every response. */
export const createSecurityHeaders = (options: SecurityHeadersOptions): SecurityHeaders => ({
  'content-security-policy': toContentSecurityPolicy(options),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': options.robots,
  ...(options.url.startsWith('https:') && {
    'reporting-endpoints': `${REPORTING_GROUP}="${options.reportPath}"`,
    'strict-transport-security': options.hsts,
  }),
});

/** The headers of a response to one client: only browsers may cache it, and nobody may cache or index a draft. */
export const toUncachedHeaders = (
  c: Context<Env>,
  headers: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...headersByType(headers['content-type'] ?? null),
  'cache-control': isRead(c) ? 'public, max-age=0, must-revalidate' : 'no-store',
  ...headers,
  ...(c.get('isPreview') && { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }),
});

/**
 * Adds the security headers and the request id to a response. A header that the response has already stays. Rendered
 * pages begin with them (`respondWith`): touching the headers of a finished response takes as long as sending it.
 */
export const responseHeaders = (securityHeaders: SecurityHeaders): MiddlewareHandler<Env> => {
  const entries = Object.entries(securityHeaders);
  return async (c, next) => {
    c.set('securityHeaders', securityHeaders);
    await next();
    if (c.get('hasAllHeaders')) return;
    const { headers } = c.res;
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value);
    headers.set('x-request-id', c.get('requestId'));
  };
};
