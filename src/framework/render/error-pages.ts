import 'server-only';
import { escapeUTF8 } from 'entities';
import { LRUCache } from 'lru-cache';
import type { RouteFailure } from '../context.ts';

/** A finished error page. */
export type ErrorPage = { readonly headers: Readonly<Record<string, string>>; readonly html: string };

/**
 * An error page with a placeholder for its message; `parts` are the HTML before, between and after the placeholders.
 */
type Template = { readonly headers: Readonly<Record<string, string>>; readonly parts: readonly string[] };

type ErrorPagesOptions = {
  /** Renders the error page; null if that fails. */
  readonly render: (failure: RouteFailure) => Promise<ErrorPage | null>;
  /** A document for when the error page cannot be rendered. The message is HTML. */
  readonly toPlainDocument: (failure: RouteFailure) => string;
};

const HOUR_MS = 3_600_000;
const MAX_TEMPLATES = 50;
/** Takes the place of the message in a template. It needs no escaping in HTML. */
const PLACEHOLDER = 'the-message-of-this-error';

/**
 * Error pages. Clients can cause any number of errors, so the page is not rendered for each of them. It is rendered
 * with a placeholder at most once an hour per status, and each response contains its escaped message in place of the
 * placeholder. After a purge the page is rendered again, since its layout shows content.
 */
export const createErrorPages = ({ render, toPlainDocument }: ErrorPagesOptions) => {
  /** Statuses whose template has been rendered, or at least tried, since the last purge. */
  const current = new Set<number>();

  const templates = new LRUCache<number, Template>({
    max: MAX_TEMPLATES,
    ttl: HOUR_MS,
    ttlResolution: 0,
    // Looked up at each call, because tests replace the clock.
    perf: { now: () => performance.now() },
    allowStaleOnFetchRejection: true,
    fetchMethod: async (statusCode) => {
      current.add(statusCode);
      const rendered = await render({ statusCode, message: PLACEHOLDER });
      const parts = rendered?.html.split(PLACEHOLDER) ?? [];
      if (rendered === null || parts.length < 2) throw new Error(`the error page ${statusCode} cannot be rendered`);
      return { headers: rendered.headers, parts };
    },
  });

  return {
    /**
     * The error page for a failure. If the page cannot be rendered, the previous page of the same status is used, else a
     * plain document.
     */
    read: async ({ statusCode, message }: RouteFailure): Promise<ErrorPage> => {
      const forceRefresh = !current.has(statusCode);
      const template = await templates.fetch(statusCode, { forceRefresh }).catch(() => undefined);
      const escaped = escapeUTF8(message);
      return {
        headers: template?.headers ?? { 'content-type': 'text/html; charset=utf-8' },
        html: template?.parts.join(escaped) ?? toPlainDocument({ statusCode, message: escaped }),
      };
    },

    /** The next use of each template renders it again. If that fails, the previous template is used. */
    purge: (): void => {
      current.clear();
    },
  };
};
