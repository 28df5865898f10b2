import 'server-only';
import type { RedisCache } from '../cache/index.ts';
import type { ResolvedOptions } from '../site-options.ts';
import { hasAction } from './action-manifest.ts';
import { createErrorPages } from './error-pages.ts';
import type { PageDirectory } from './page-directory.ts';
import { createPageHandler } from './page-handler.ts';
import { createRenderer, type PreviewRendering, type ProcessRequest } from './renderer.ts';
import { createRequestHandler } from './request-handler.ts';
import { createRscPayloadStore } from './rsc-payload-store.ts';

type RscServerOptions<Draft> = Pick<
  ResolvedOptions,
  'settings' | 'content' | 'routing' | 'speculationRules' | 'tooLargeMessage'
> & {
  readonly processRequest: ProcessRequest;
  readonly pages: PageDirectory;
  /** False under the development server. */
  readonly isProduction: boolean;
  readonly preview: PreviewRendering<Draft>;
  /** The cache that the instances share; null: this is the only instance, or Redis is not connected yet. */
  readonly shared: () => RedisCache | null;
};

/** The handlers of requests that Waku renders: for cached pages, for all other requests, and for error pages. */
export const createRscServer = <Draft>(options: RscServerOptions<Draft>) => {
  const { isProduction, settings, routing, preview, speculationRules } = options;
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    ...options,
    url: settings.url,
    document: { ...settings, speculationRules },
    payloads,
  });
  const errorPages = createErrorPages({
    render: renderer.renderErrorPage,
    isUncached: () => !isProduction || preview.isActive(),
  });
  const handlerOptions = { ...options, payloads, renderer, errorPages, findRedirect: routing.findRedirect };
  return {
    pageHandler: createPageHandler(handlerOptions),
    handleRequest: createRequestHandler({ ...handlerOptions, hasAction, isPreview: preview.isActive }),
    sendErrorPage: errorPages.send,
  };
};
