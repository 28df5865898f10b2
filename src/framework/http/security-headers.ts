import 'server-only';
import { createHash } from 'node:crypto';
import { captchaSources } from '../../site/captcha.ts';
import { site } from '../../site/config.ts';
import { toPromptRules } from '../../site/prompt-rules.ts';
import { robotsDirective } from '../../site/robots.ts';
import { SPECULATION_RULES } from '../../site/speculation-rules.ts';
import { THEME_SCRIPT } from '../../site/theme-script.ts';
import { CSP_REPORTS } from '../ops/csp-reports.ts';

const toSource = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Every inline script of the site. They are constants of the source, so that the policy allows nothing that came into a
 * document through its content. Blocks of JSON-LD are data, which the policy does not concern.
 */
const INLINE_SCRIPTS = [THEME_SCRIPT, SPECULATION_RULES, toPromptRules(SPECULATION_RULES)];

const isSecure = site.url.startsWith('https:');
const REPORTING_GROUP = 'csp';

const DIRECTIVES: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'frame-src': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'", ...INLINE_SCRIPTS.map(toSource)],
  'style-src': ["'self'"],
  // The proof of work of our captcha is done in a worker, which is a file of ours.
  'worker-src': ["'self'"],
  // `report-uri` is for browsers that do not know `report-to`; the others ignore it. The Reporting API needs https.
  'report-uri': [CSP_REPORTS],
  ...(isSecure && { 'report-to': [REPORTING_GROUP] }),
};

/** The sources of a directive; what a configured captcha adds replaces `'none'`. */
const toDirective = ([name, sources]: readonly [string, readonly string[]]): string => {
  const all = [...sources, ...(captchaSources[name] ?? [])];
  return [name, ...(all.length > 1 ? all.filter((source) => source !== "'none'") : all)].join(' ');
};

/** The one policy of the site, the same for every response but raster images. */
export const contentSecurityPolicy = (): string => Object.entries(DIRECTIVES).map(toDirective).join('; ');

/**
 * The policy of a raster picture, which runs nothing: the browser styles the document that it shows a picture in by
 * itself, so that all of it is seen.
 */
export const pictureSecurityPolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export const isRaster = (type: string | null): boolean => /^image\/(?!svg)/.test(type ?? '');

/**
 * Browser features that neither the site nor a frame in it uses. Left out are features that a captcha provider may need in its
 * frame (`autoplay`, `fullscreen`, `storage-access`) and names that Chromium does not know, because it reports them as errors.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The headers that every answer carries, whatever it is. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': robotsDirective(),
  ...(isSecure && {
    'reporting-endpoints': `${REPORTING_GROUP}="${CSP_REPORTS}"`,
    'strict-transport-security': 'max-age=31536000',
  }),
};
