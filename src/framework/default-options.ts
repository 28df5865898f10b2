import 'server-only';
import type { ContentPort, FrameworkSettings, PreviewPort, ResolvedOptions, SiteOptions } from './site-options.ts';

const SETTINGS: Omit<FrameworkSettings, 'url'> = {
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
};

/** For a site whose pages read no content that can become stale. */
const NO_CONTENT: ContentPort = {
  track: async (read) => ({
    value: await read(),
    use: { tags: new Set(), oldest: Number.POSITIVE_INFINITY, isCertain: true },
  }),
  withBudget: (read) => read(),
  invalidate: () => undefined,
};

/** For a site without previews. */
const NO_PREVIEW = {
  secret: null,
  readDraft: () => null,
  pathOf: () => '/',
  checkAccess: async () => ({ status: 'readable' }),
  run: (_draft, render) => render(),
} as const satisfies PreviewPort<unknown>;

/** The options of a site, with defaults for a single local instance. */
export const withDefaults = <Draft>(options: SiteOptions<Draft>): ResolvedOptions<Draft> => ({
  content: NO_CONTENT,
  preview: NO_PREVIEW,
  security: {},
  defaultHead: () => null,
  speculationRules: '',
  tooLargeMessage: 'This is too large.',
  endpoints: {},
  checkCms: async () => null,
  health: [],
  services: [],
  ...options,
  settings: {
    url: `http://localhost:${options.settings?.port ?? SETTINGS.port}`,
    ...SETTINGS,
    ...options.settings,
  },
  routing: {
    toCanonicalPath: (path) => path,
    redirectOf: () => null,
    findRedirect: async () => null,
    toRoutePattern: () => null,
    ...options.routing,
  },
});
