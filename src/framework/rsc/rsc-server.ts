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

/** The handlers that answer with what Waku renders: cached pages, everything else, and error pages. */
export const createRscServer = <Draft>({
  processRequest,
  pages,
  isProduction,
  settings,
  content,
  routing,
  preview,
  speculationRules,
  tooLargeMessage,
  shared,
}: RscServerOptions<Draft>) => {
  const { url, versionPollS, vitalsSampleRate } = settings;
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    processRequest,
    isProduction,
    url,
    document: { versionPollS, vitalsSampleRate, speculationRules },
    preview,
    payloads,
  });
  const errorPages = createErrorPages({
    render: renderer.renderErrorPage,
    isUncached: () => !isProduction || preview.isActive(),
  });
  const pageHandler = createPageHandler({
    pages,
    renderer,
    payloads,
    content,
    settings,
    errorPages,
    findRedirect: routing.findRedirect,
    preview,
    shared,
  });
  return {
    pageHandler,
    handleRequest: createRequestHandler({
      renderer,
      errorPages,
      pages,
      payloads,
      hasAction,
      content,
      isPreview: preview.isActive,
      tooLargeMessage,
    }),
    sendErrorPage: errorPages.send,
    /** Counts since the start of the process. */
    metrics: () => ({ cache: pageHandler.metrics(), renderQueues: renderer.queues }),
  };
};

export type RscMetrics = ReturnType<ReturnType<typeof createRscServer>['metrics']>;
