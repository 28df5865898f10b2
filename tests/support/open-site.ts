import { onTestFinished } from 'vitest';
import { createSite } from '../../src/framework/create-site.ts';
import { log } from '../../src/framework/log.ts';
import type { SiteOptions } from '../../src/framework/site-options.ts';
import { rendered, resetFakeWaku } from './fake-waku.ts';

const SITE = 'https://site.example';

type Server = { readonly fetch: (request: Request) => Promise<Response> };

const isServer = (entry: unknown): entry is Server =>
  typeof entry === 'object' && entry !== null && 'fetch' in entry && typeof entry.fetch === 'function';

/** A site whose pages are rendered by `fake-waku.ts`. Requests need no server. */
export const openSite = <Draft = unknown>({ settings, ...options }: SiteOptions<Draft>) => {
  const { level } = log;
  const server: unknown = createSite({
    ...options,
    settings: { url: SITE, logLevel: 'silent', rateLimitPerMinute: 0, ...settings },
  });
  if (!isServer(server)) throw new Error('createSite returns no server.');
  onTestFinished(() => {
    resetFakeWaku();
    log.level = level;
  });

  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    server.fetch(new Request(`${SITE}${path}`, { ...init, headers: { host: 'site.example', ...init.headers } }));

  return {
    send,
    get: async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const response = await send(path, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    /** What was rendered since the last call, by path. */
    takeRendered: (): string[] => rendered.splice(0),
  };
};
