import 'server-only';
import { createHash } from 'node:crypto';
import { captchaSources } from '../../site/captcha.ts';
import { site } from '../../site/config.ts';
import { toPromptRules } from '../../site/prompt-rules.ts';
import { robotsDirective } from '../../site/robots.ts';
import { SPECULATION_RULES } from '../../site/speculation-rules.ts';

const CONTENT_SECURITY_POLICY: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'style-src': ["'self'"],
  // The proof of work of our captcha is done in a worker, which is a file of ours.
  'worker-src': ["'self'"],
};

const toSource = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** The source expressions (`'sha256-…'`) of every inline script in a document. */
export const inlineScriptHashes = (html: string): string[] => {
  const scripts = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, code = '']) => code,
  );
  // The boot script writes these where the others stand.
  if (scripts.includes(SPECULATION_RULES)) scripts.push(toPromptRules(SPECULATION_RULES));
  return [...new Set(scripts.map(toSource))];
};

/** The policy of one answer; `scripts` are the hashes of the inline scripts that it holds. */
export const contentSecurityPolicy = (scripts: readonly string[] = []): string => {
  const own: Readonly<Record<string, readonly string[]>> = {
    ...CONTENT_SECURITY_POLICY,
    'script-src': ["'self'", ...scripts],
  };
  // A captcha provider, where one is configured, adds its hosts.
  return [...new Set([...Object.keys(own), ...Object.keys(captchaSources)])]
    .map((directive) => [directive, ...(own[directive] ?? ["'self'"]), ...(captchaSources[directive] ?? [])].join(' '))
    .join('; ');
};

/**
 * The policy of a raster picture, which runs nothing: the browser styles the document that it shows a picture in by
 * itself, so that all of it is seen.
 */
export const pictureSecurityPolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export const isRaster = (type: string | null): boolean => /^image\/(?!svg)/.test(type ?? '');

/** The headers that every answer carries, whatever it is. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': robotsDirective(),
  ...(site.url.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
};
