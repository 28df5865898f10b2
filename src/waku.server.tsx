import 'server-only';
import { checkCms } from './content/cms-connection.ts';
import { createWordPressPreview } from './content/preview.ts';
import { contentHealth, contentService, expireContent, invalidateContent } from './content/reader.ts';
import { readSite } from './content/site.ts';
import { PLAYER_ORIGINS } from './content/videos.ts';
import { env } from './env.ts';
import { downloadDomainCheck, streamDomainCheck } from './features/domain-check/check-endpoints.ts';
import { MAX_DOMAINS } from './features/domain-check/check-query.ts';
import { CHECK_CSV_URL, CHECK_URL } from './features/domain-check/check-urls.ts';
import previewStyles from './features/preview/preview.css?url';
import { findRedirect } from './features/redirects/find-redirect.ts';
import { createSite } from './framework/index.ts';
import { currentContext } from './framework/shared.ts';
import { captchaSources } from './site/captcha.ts';
import { PageHead } from './site/head.tsx';
import { configuredRedirect } from './site/redirects.ts';
import { RENDER_ALL_SCRIPT } from './site/render-all-script.ts';
import { robotsDirective } from './site/robots.ts';
import { toCanonicalCase, toEntryPath, toRoutePattern } from './site/routes.ts';
import { SPECULATION_RULES } from './site/speculation-rules.ts';
import { THEME_SCRIPT } from './site/theme-script.ts';
import { handleChangePassword, handleSecurityText } from './site/well-known.ts';
import { provideSiteTools } from './site-blocks.ts';
import { siteMail } from './site-mail.ts';
// The styles of this entry come first in the shared style sheet: base.css declares the order of the cascade layers.
import './styles/base.css';

const HSTS_HEADERS = {
  host: 'max-age=31536000',
  subdomains: 'max-age=31536000; includeSubDomains',
  preload: 'max-age=31536000; includeSubDomains; preload',
} as const;

provideSiteTools();

export default createSite({
  pages: import.meta.glob('./pages/**/*.{ts,tsx}'),
  settings: {
    url: env.SITE_URL,
    trailingSlash: env.SITE_TRAILING_SLASH,
    robots: robotsDirective(),
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MIN,
    maxConnections: env.MAX_CONNECTIONS,
    hsts: HSTS_HEADERS[env.HSTS],
    requestTimeoutS: env.REQUEST_TIMEOUT_S,
    stopDrainMs: env.STOP_DRAIN_MS,
    redis: env.REDIS_URL === null ? null : { url: env.REDIS_URL, keyPrefix: env.REDIS_KEY_PREFIX },
    ttlS: env.CMS_TTL_S,
    revalidateSecret: env.REVALIDATE_SECRET,
    metricsToken: env.METRICS_TOKEN,
    versionPollS: env.VERSION_POLL_S,
  },
  content: {
    prepare: async () => currentContext()?.set('siteTexts', await readSite.briefly()),
    invalidate: invalidateContent,
    catchUp: expireContent,
  },
  preview: createWordPressPreview(toEntryPath, previewStyles),
  routing: { toCanonicalPath: toCanonicalCase, redirectOf: configuredRedirect, findRedirect, toRoutePattern },
  security: {
    sources: { ...captchaSources, 'frame-src': [...(captchaSources['frame-src'] ?? []), ...PLAYER_ORIGINS] },
    inlineScripts: [THEME_SCRIPT, RENDER_ALL_SCRIPT, SPECULATION_RULES],
  },
  head: PageHead,
  speculationRules: SPECULATION_RULES,
  messages: {
    tooManyRequests: (waitS) =>
      `So many requests came from your address that we ask you to wait for ${waitS} second${waitS === 1 ? '' : 's'}. ` +
      'Then load this page again.',
    busy: 'Too many visitors at once',
    tooLarge:
      'That’s too large: a list of domains can be up to 1 MB. Go back, and what you entered will still be there.',
    urlTooLong: `This address is too long. If it contains a list of domains, go back and check ${MAX_DOMAINS} of them at a time.`,
    unreadableForm: 'This form could not be read. Please go back, load the page again and send it once more.',
    toPlainDocument: ({ statusCode, message }) =>
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${statusCode} - ${message}</title></head><body><main>` +
      `<h1>Uhm... sorry, ${statusCode}</h1><p>${message}</p><p><a href="/">Back to home page</a></p></main></body></html>`,
  },
  endpoints: {
    '/.well-known/security.txt': (c) => handleSecurityText(c.req.raw),
    '/.well-known/change-password': (c) => handleChangePassword(c.req.raw),
    '/mail/send': (c) => siteMail.handleSend(c.req.raw, { address: c.get('address') }),
    [CHECK_URL]: (c) => streamDomainCheck(c.req.raw, c.get('address')),
    [CHECK_CSV_URL]: (c) => downloadDomainCheck(c.req.raw, c.get('address')),
    '/api/captcha/challenge': (c) => siteMail.handleChallenge(c.req.raw),
  },
  checkCms,
  health: {
    content: async () => {
      const details = contentHealth();
      return { isReady: true, summary: details.ok ? 'ok' : 'failing', details };
    },
    outbox: async () => {
      const details = await siteMail.health();
      return { isReady: details.writable, summary: details.writable ? 'ok' : 'unavailable', details };
    },
  },
  services: [contentService, siteMail],
});
