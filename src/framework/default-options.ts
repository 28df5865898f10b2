import 'server-only';
import type { ContentPort, FrameworkSettings, PreviewPort } from './site-options.ts';

const DEFAULTS: Omit<FrameworkSettings, 'url'> = {
  trailingSlash: false,
  robots: 'all',
  host: '0.0.0.0',
  port: 8080,
  logLevel: 'info',
  trustProxy: [],
  rateLimitPerMinute: 3_000,
  maxConnections: 2_000,
  requestTimeoutS: 30,
  stopDrainMs: 500,
  redis: null,
  ttlS: 60,
  revalidateSecret: null,
  metricsToken: null,
  versionPollS: 3_600,
  vitalsSampleRate: 0,
};

/** The settings of a site, with defaults for an instance on this machine. */
export const withDefaults = (settings: Partial<FrameworkSettings>): FrameworkSettings => ({
  url: `http://localhost:${settings.port ?? DEFAULTS.port}`,
  ...DEFAULTS,
  ...settings,
});

/** For a site whose pages read no content that can become stale. */
export const NO_CONTENT: ContentPort = {
  track: async (read) => ({
    value: await read(),
    use: { tags: new Set(), oldest: Number.POSITIVE_INFINITY, isCertain: true },
  }),
  withBudget: (read) => read(),
  invalidate: () => undefined,
};

/** For a site without previews. */
export const NO_PREVIEW = {
  secret: null,
  readDraft: () => null,
  pathOf: () => '/',
  checkAccess: async () => ({ status: 'readable' }),
  run: (_draft, render) => render(),
  isActive: () => false,
} as const satisfies PreviewPort<unknown>;
