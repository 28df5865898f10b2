import 'server-only';
import type { RedisCache } from '../cache/index.ts';
import type { ContentPort, FrameworkSettings, PreviewPort } from '../site-options.ts';
import { hasAction } from './action-manifest.ts';
import { createErrorPages } from './error-pages.ts';
import { createErrorResponder } from './error-responses.ts';
import type { PageDirectory } from './page-directory.ts';
import { createPageHandler } from './page-handler.ts';
import { createRenderer, type ProcessRequest } from './renderer.ts';
import { createRequestHandler } from './request-handler.ts';
import { createRscPayloadStore } from './rsc-payload-store.ts';

type RscServerOptions<Draft> = {
  readonly processRequest: ProcessRequest;
  readonly pages: PageDirectory;
  /** False under the development server. */
  readonly isProduction: boolean;
  readonly settings: Pick<FrameworkSettings, 'url' | 'trailingSlash' | 'ttlS' | 'versionPollS' | 'vitalsSampleRate'>;
  readonly content: ContentPort;
  /** Null: the site has no previews. */
  readonly preview:
    | (Pick<PreviewPort<Draft>, 'run' | 'isActive'> & {
        /** The draft that a client with this `Cookie` header may see, or null. */
        readonly draftOf: (cookies: string | undefined) => Draft | null;
        /** HTML at the beginning of the body of a preview. */
        readonly bar: string;
      })
    | null;
  /** The JSON of the speculation rules in each document; null: none. */
  readonly speculationRules: string | null;
  readonly tooLargeMessage: string;
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
  preview,
  speculationRules,
  tooLargeMessage,
  shared,
}: RscServerOptions<Draft>) => {
  const { url, versionPollS, vitalsSampleRate } = settings;
  const isPreview = (): boolean => preview?.isActive() ?? false;
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
    isUncached: () => !isProduction || isPreview(),
  });
  const sendErrorPage = createErrorResponder(errorPages);
  return {
    pageHandler: createPageHandler({ pages, renderer, payloads, content, settings, sendErrorPage, preview, shared }),
    handleRequest: createRequestHandler({
      renderer,
      errorPages,
      pages,
      payloads,
      hasAction,
      content,
      isPreview,
      tooLargeMessage,
    }),
    sendErrorPage,
  };
};
