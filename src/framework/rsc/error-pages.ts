import 'server-only';
import { escapeUTF8 } from 'entities';
import type { RouteFailure } from './route-validation.ts';

/** A finished error page, without an encoding. */
export type RenderedErrorPage = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
};

/** An error page with a placeholder for its message; `parts` is what stands between the places where the message goes. */
type Template = { readonly headers: Readonly<Record<string, string>>; readonly parts: readonly string[] };

type Prepared = { template: Template | null; at: number; rendering: Promise<void> | null };

type ErrorDocumentsOptions = {
  /** Renders the error page; null where that is not possible. */
  readonly render: (failure: RouteFailure) => Promise<Omit<RenderedErrorPage, 'status'> | null>;
  /** How long a rendered page is used, in milliseconds. */
  readonly maxAgeMs?: number;
  readonly now?: () => number;
};

const HOUR_MS = 3_600_000;
/** Stands for the message in the template. It needs no escaping in HTML. */
const PLACEHOLDER = 'the-message-of-this-error';

/** A complete document that needs nothing else: for when the error page cannot be rendered. */
const toPlainDocument = ({ statusCode, message }: RouteFailure): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${statusCode} - ${escapeUTF8(message)}</title></head>` +
  `<body><main><h1>Uhm... sorry, ${statusCode}</h1><p>${escapeUTF8(message)}</p>` +
  `<p><a href="/">Back to home page</a></p></main></body></html>`;

/**
 * Error pages, rendered once an hour for each status. Anyone can cause an error as often as they like, so an answer inserts its
 * message (escaped) into the rendered page instead of rendering another one.
 */
export const createErrorPages = ({
  render,
  maxAgeMs = HOUR_MS,
  now = () => performance.now(),
}: ErrorDocumentsOptions) => {
  const byStatus = new Map<number, Prepared>();

  const prepare = async (prepared: Prepared, statusCode: number): Promise<void> => {
    const rendered = await render({ statusCode, message: PLACEHOLDER });
    const parts = rendered?.html.split(PLACEHOLDER) ?? [];
    if (rendered === null || parts.length === 1) return;
    prepared.template = { headers: rendered.headers, parts };
    prepared.at = now();
  };

  const templateOf = async (statusCode: number): Promise<Template | null> => {
    const prepared = byStatus.get(statusCode) ?? { template: null, at: 0, rendering: null };
    byStatus.set(statusCode, prepared);
    if (prepared.template === null || now() - prepared.at >= maxAgeMs) {
      prepared.rendering ??= prepare(prepared, statusCode).finally(() => {
        prepared.rendering = null;
      });
      await prepared.rendering;
    }
    return prepared.template;
  };

  return {
    /** The error page of a failure. Where it cannot be rendered, the last one of its status, else a plain document. */
    documentOf: async (failure: RouteFailure): Promise<RenderedErrorPage> => {
      const template = await templateOf(failure.statusCode);
      return {
        status: failure.statusCode,
        headers: template?.headers ?? { 'content-type': 'text/html; charset=utf-8' },
        html: template?.parts.join(escapeUTF8(failure.message)) ?? toPlainDocument(failure),
      };
    },
  };
};
