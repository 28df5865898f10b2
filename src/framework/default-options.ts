import 'server-only';
import type { FrameworkSettings, Messages, SiteOptions } from './site-options.ts';

const SETTINGS: Omit<FrameworkSettings, 'url'> = {
  trailingSlash: false,
  robots: 'all',
  host: '0.0.0.0',
  port: 8080,
  logLevel: 'info',
  trustProxy: [],
  rateLimitPerMinute: 3_000,
  maxConnections: 2_000,
  hsts: 'max-age=31536000',
  requestTimeoutS: 30,
  stopDrainMs: 500,
  redis: null,
  ttlS: 60,
  revalidateSecret: null,
  metricsToken: null,
  versionPollS: 3_600,
};

const MESSAGES: Messages = {
  tooManyRequests: (waitS) => `Too many requests. Try again in ${waitS} ${waitS === 1 ? 'second' : 'seconds'}.`,
  busy: 'The server is busy. Try again in a moment.',
  tooLarge: 'This is too large.',
  urlTooLong: 'This URL is too long.',
  unreadableForm: 'This form could not be read. Go back, load the page again and send it once more.',
  foreignForm: 'This form belongs to another website.',
  toPlainDocument: ({ statusCode, message }) =>
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${statusCode} - ${message}</title></head>` +
    `<body><main><h1>${statusCode}</h1><p>${message}</p><p><a href="/">Home page</a></p></main></body></html>`,
};

/** The options of a site, with defaults for a single local instance. */
export const withDefaults = <Draft>(options: SiteOptions<Draft>) => ({
  security: {},
  head: () => null,
  speculationRules: '',
  endpoints: {},
  checkCms: async () => null,
  health: {},
  services: [],
  ...options,
  content: {
    prepare: async () => undefined,
    invalidate: () => undefined,
    catchUp: () => undefined,
    ...options.content,
  },
  messages: { ...MESSAGES, ...options.messages },
  settings: {
    url: `http://localhost:${options.settings?.port ?? SETTINGS.port}`,
    ...SETTINGS,
    ...options.settings,
  },
  routing: {
    toCanonicalPath: (path: string) => path,
    redirectOf: () => null,
    findRedirect: async () => null,
    toRoutePattern: () => null,
    ...options.routing,
  },
});

export type ResolvedOptions = ReturnType<typeof withDefaults>;
