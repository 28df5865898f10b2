import 'server-only';
import type { Context } from 'hono';
import { respondWith, toStoredResponse } from '../cache/index.ts';
import { type Env, type RequestKind, type RouteFailure, runInOwnContext } from '../context.ts';
import { log } from '../log.ts';
import { messageOf, toJsonError, toTextError } from '../responses.ts';
import { toUncachedHeaders } from '../security-headers.ts';
import { createErrorPages, type ErrorPage } from './error-pages.ts';
import type { Render } from './renderer.ts';
import { ERROR_PAGE } from './urls.ts';

export const INTERNAL_ERROR: RouteFailure = { statusCode: 500, message: 'Internal Server Error' };

export type Failure = {
  readonly statusCode: number;
  /** The standard message of the status by default. */
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Responds to a request with an error. */
export type Fail = (c: Context<Env>, failure: Failure) => Promise<Response>;

type ErrorResponsesOptions = {
  readonly render: Render;
  /** Reads what the whole site shows. */
  readonly prepare: () => Promise<void>;
  readonly isProduction: boolean;
  readonly toPlainDocument: (failure: RouteFailure) => string;
};

/** The format of the errors of each kind of request, unless a browser asks for a document. */
const FORMATS: Readonly<Record<RequestKind, 'html' | 'text' | 'json'>> = {
  page: 'html',
  payload: 'text',
  action: 'text',
  picture: 'text',
  file: 'text',
  endpoint: 'json',
  operation: 'json',
};

/** The only decision about the format of an error. */
const formatOf = (c: Context<Env>): 'html' | 'text' | 'json' => {
  const kind = c.get('kind');
  if (kind === undefined) return 'json';
  const isDocument = kind !== 'payload' && kind !== 'action' && c.req.header('accept')?.includes('text/html');
  return isDocument ? 'html' : FORMATS[kind];
};

/** Error responses in the format that a request expects. */
export const createErrorResponses = ({ render, prepare, isProduction, toPlainDocument }: ErrorResponsesOptions) => {
  /** Renders the error page in the context `c`. */
  const renderPage = async (c: Context<Env>, failure: RouteFailure): Promise<ErrorPage | null> => {
    c.set('failure', failure);
    c.set('pageHead', undefined);
    try {
      await prepare();
      const page = await render(ERROR_PAGE, { queue: 'shared', isHydrated: false });
      if (page?.status !== 200) return null;
      return { headers: page.headers, html: new TextDecoder().decode(await page.body.ended) };
    } catch (error) {
      log.error({ err: error }, 'the error page could not be rendered');
      return null;
    }
  };

  const pages = createErrorPages({
    render: (failure) => runInOwnContext((c) => renderPage(c, failure)),
    toPlainDocument,
  });

  const toErrorPage = async (
    c: Context<Env>,
    failure: RouteFailure,
    headers: Failure['headers'],
  ): Promise<Response> => {
    // In a preview the page shows that it is one, and in development the document contains its RSC payload.
    const isUncached = c.get('isPreview') || !isProduction;
    const page = (isUncached ? await renderPage(c, failure) : null) ?? (await pages.read(failure));
    const response = toStoredResponse({
      status: failure.statusCode,
      bytes: new TextEncoder().encode(page.html),
      headers: toUncachedHeaders(c, { ...page.headers, ...headers }),
    });
    return respondWith(c, response);
  };

  const fail: Fail = async (c, { statusCode, message = messageOf(statusCode), headers }) => {
    const format = formatOf(c);
    if (format === 'html') return toErrorPage(c, { statusCode, message }, headers);
    return format === 'text' ? toTextError(statusCode, headers) : toJsonError(statusCode, message, headers);
  };

  return { fail, purge: pages.purge };
};
