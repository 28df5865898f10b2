import 'server-only';
import { checkCms } from './content/cms-connection.ts';
import { createWordPressPreview } from './content/preview.ts';
import { withReadBudget } from './content/read-budget.ts';
import { contentHealth, invalidateContent, trackReads } from './content/reader.ts';
import { lastSite, readSite } from './content/site.ts';
import { PLAYER_ORIGINS } from './content/videos.ts';
import { env } from './env.ts';
import previewStyles from './features/preview/preview.css?url';
import { findRedirect } from './features/redirects/find-redirect.ts';
import { createSite } from './framework/create-site.ts';
import { captchaSources } from './site/captcha.ts';
import { setSiteTexts } from './site/config.ts';
import { toConfigurationId } from './site/configuration-id.ts';
import { PageHead } from './site/head.tsx';
import { configuredRedirect } from './site/redirects.ts';
import { RENDER_ALL_SCRIPT } from './site/render-all-script.ts';
import { robotsDirective } from './site/robots.ts';
import { toCanonicalCase, toEntryPath, toRoutePattern } from './site/routes.ts';
import { SPECULATION_RULES } from './site/speculation-rules.ts';
import { THEME_SCRIPT } from './site/theme-script.ts';
import { siteMail } from './site-mail.ts';
// The styles of this entry come first in the shared style sheet: base.css declares the order of the cascade layers.
import './styles/base.css';

/**
 * The name and description of the site are the same for all requests, so they are set globally instead of being passed to
 * every component. Renders for the cache read them each time; other requests read them only if nothing has read them yet.
 */
const applySiteTexts = async (): Promise<void> => setSiteTexts(await readSite());

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
    requestTimeoutS: env.REQUEST_TIMEOUT_S,
    stopDrainMs: env.STOP_DRAIN_MS,
    redis:
      env.REDIS_URL === null
        ? null
        : { url: env.REDIS_URL, keyPrefix: env.REDIS_KEY_PREFIX, configurationId: toConfigurationId(env) },
    ttlS: env.CMS_TTL_S,
    revalidateSecret: env.REVALIDATE_SECRET,
    metricsToken: env.METRICS_TOKEN,
    versionPollS: env.VERSION_POLL_S,
  },
  content: {
    track: (read) => trackReads(async () => applySiteTexts().then(read)),
    withBudget: (read) => withReadBudget(async () => (lastSite() === null ? applySiteTexts().then(read) : read())),
    invalidate: invalidateContent,
  },
  preview: createWordPressPreview(toEntryPath, previewStyles),
  routing: { toCanonicalPath: toCanonicalCase, redirectOf: configuredRedirect, findRedirect, toRoutePattern },
  security: {
    sources: { ...captchaSources, 'frame-src': [...(captchaSources['frame-src'] ?? []), ...PLAYER_ORIGINS] },
    inlineScripts: [THEME_SCRIPT, RENDER_ALL_SCRIPT, SPECULATION_RULES],
  },
  defaultHead: PageHead,
  speculationRules: SPECULATION_RULES,
  tooLargeMessage:
    'That’s too large: a list of domains can be up to 1 MB. Go back, and what you entered will still be there.',
  endpoints: { '/mail/send': siteMail.handleSend, '/api/captcha/challenge': siteMail.handleChallenge },
  checkCms,
  health: [
    {
      name: 'content',
      isReady: async () => true,
      details: contentHealth,
      summary: () => (contentHealth().ok ? 'ok' : 'failing'),
    },
    {
      name: 'outbox',
      isReady: siteMail.isWritable,
      details: siteMail.health,
      summary: (isWritable) => (isWritable ? 'ok' : 'unavailable'),
    },
  ],
  services: [siteMail],
});
