import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeUTF8 } from 'entities';
import { LRUCache } from 'lru-cache';
import { log } from '../log.ts';
import { isRead } from '../middleware/index.ts';
import type { RouteFailure } from './route-validation.ts';

/** A finished error page without content encoding. */
export type ErrorPage = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
};

type RenderedErrorPage = Omit<ErrorPage, 'status'>;

/**
 * An error page with a placeholder for its message; `parts` are the HTML before, between and after the placeholders.
 */
type Template = { readonly headers: Readonly<Record<string, string>>; readonly parts: readonly string[] };

type ErrorPagesOptions = {
  /** Renders the error page; null if that fails. */
  readonly render: (failure: RouteFailure) => Promise<RenderedErrorPage | null>;
  /**
   * Whether the page is rendered for each error: in previews, and in development, where the document contains its RSC
   * payload.
   */
  readonly isUncached?: () => boolean;
};

/** `Retry-After` in seconds of a 503: the CMS does not answer, so it is unknown whether the page exists. */
export const RETRY_AFTER_S = 60;
const HOUR_MS = 3_600_000;
const MAX_TEMPLATES = 50;
/** Takes the place of the message in a template. It needs no escaping in HTML. */
const PLACEHOLDER = 'the-message-of-this-error';

/** A document without style sheets or scripts, for when the error page cannot be rendered. */
const toPlainDocument = ({ statusCode, message }: RouteFailure): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${statusCode} - ${escapeUTF8(message)}</title></head>` +
  `<body><main><h1>Uhm... sorry, ${statusCode}</h1><p>${escapeUTF8(message)}</p>` +
  `<p><a href="/">Back to home page</a></p></main></body></html>`;

/**
 * Error pages. Clients can cause any number of errors, so the page is not rendered for each of them. It is rendered
 * with a placeholder at most once an hour per status, and each response contains its escaped message in place of the
 * placeholder. After a purge the page is rendered again, since its layout shows content.
 */
export const createErrorPages = ({ render, isUncached = () => false }: ErrorPagesOptions) => {
  const templates = new LRUCache<number, Template>({
    max: MAX_TEMPLATES,
    ttl: HOUR_MS,
    ttlResolution: 0,
    // Looked up at each call, because tests replace the clock.
    perf: { now: () => performance.now() },
    allowStaleOnFetchRejection: true,
    fetchMethod: async (statusCode) => {
      const rendered = await render({ statusCode, message: PLACEHOLDER });
      const parts = rendered?.html.split(PLACEHOLDER) ?? [];
      if (rendered === null || parts.length < 2) throw new Error(`the error page ${statusCode} cannot be rendered`);
      return { headers: rendered.headers, parts };
    },
  });

  /** Statuses whose template was rendered before the last purge. */
  const outdated = new Set<number>();

  /**
   * The error page for a failure. If the page cannot be rendered, the previous page of the same status is used, else a
   * plain document.
   */
  const read = async (failure: RouteFailure): Promise<ErrorPage> => {
    const status = failure.statusCode;
    const uncached = isUncached() ? await render(failure) : null;
    if (uncached) return { ...uncached, status };
    const template = await templates.fetch(status, { forceRefresh: outdated.delete(status) }).catch(() => undefined);
    return {
      status,
      headers: template?.headers ?? { 'content-type': 'text/html; charset=utf-8' },
      html: template?.parts.join(escapeUTF8(failure.message)) ?? toPlainDocument(failure),
    };
  };

  return {
    read,

    /** The next use of each template renders it again. If that fails, the previous template is used. */
    purge: (): void => {
      for (const status of templates.keys()) outdated.add(status);
    },

    /** Answers a Node request with an error page. Never rejects. */
    send: async (request: IncomingMessage, response: ServerResponse, failure: RouteFailure): Promise<void> => {
      try {
        const { status, headers, html } = await read(failure);
        // Not compressed: clients can cause any number of errors, so each response must be cheap.
        response.writeHead(status, {
          ...headers,
          'content-length': Buffer.byteLength(html),
          'cache-control': isRead(request.method) ? 'public, max-age=0, must-revalidate' : 'no-store',
          ...(status === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
        });
        response.end(request.method === 'HEAD' ? undefined : html);
      } catch (error) {
        log.error({ err: error }, 'an error page could not be sent');
        response.destroy();
      }
    },
  };
};

export type ErrorPages = ReturnType<typeof createErrorPages>;
