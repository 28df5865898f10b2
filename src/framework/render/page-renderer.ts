import 'server-only';
import type { Context } from 'hono';
import { createGrowingBody } from '../cache/index.ts';
import {
  type ContentUse,
  type Env,
  NOT_FOUND,
  type PageRequest,
  type RouteFailure,
  startContentUse,
} from '../context.ts';
import { type PageMatch, type PageModule, type PageProps, readHead } from './page-modules.tsx';
import type { Render, Rendered, RenderOptions } from './renderer.ts';
import { toPageUrl } from './urls.ts';

/** A request with its page. The query is the declared part of the client's query. */
export type PageSource = PageMatch & { readonly request: PageRequest };

/** Why there is no page. `isMissing`: as far as known, there is none at this path; the URL is appended to the message. */
export type Rejection = RouteFailure & { readonly isMissing: boolean };

/** The messages if `validateRoute` returned false, and if it is unknown whether the page exists. The path is appended. */
const ROUTE_REJECTED = 'Page Not Found: ';
const TEMPORARILY_UNAVAILABLE = 'Not available at the moment: ';

export const NO_PAGE: Rejection = { statusCode: 404, message: NOT_FOUND, isMissing: true };

/** A missing page becomes a 503 while the CMS does not answer, because it is then unknown whether the page exists. */
export const toRejection = (rejection: Rejection, { isCertain }: ContentUse): Rejection =>
  rejection.isMissing && !isCertain ? { ...rejection, statusCode: 503, message: TEMPORARILY_UNAVAILABLE } : rejection;

type RenderedPage = { readonly content: ContentUse } & (
  | { readonly rendered: Rendered }
  | { readonly rejection: Rejection }
);

const validate = async ({ page }: PageSource, props: PageProps): Promise<Rejection | null> => {
  const validation = (await page.validateRoute?.(props)) ?? true;
  if (validation === false) return { ...NO_PAGE, message: ROUTE_REJECTED };
  return validation === true ? null : { ...validation, isMissing: false };
};

/** Requests the content of a page in the moment in which its head is read; its parts join these requests. */
const startReading = ({ content }: PageModule, props: PageProps): void => {
  content?.(props).catch(() => undefined);
};

async function* encodeJson(value: unknown): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield new TextEncoder().encode(JSON.stringify(value));
}

const toContentJson = (content: unknown): Rendered => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: createGrowingBody(encodeJson(content)),
  isComplete: () => true,
});

/**
 * Returns a function that renders a page in the context `c`: it validates the route and reads what the
 * first byte waits for, and then Waku renders the document or the RSC payload, or the page's content is the response.
 *
 * @param prepare reads what the whole site shows.
 */
export const createPageRenderer = (render: Render, prepare: () => Promise<void>) => {
  const renderSource = async (
    c: Context<Env>,
    source: PageSource,
    options: RenderOptions,
    form: RequestInit | null,
  ): Promise<Rendered | Rejection> => {
    const { page, params, request } = source;
    const props = { ...params, path: request.path, query: request.query };
    const rejection = await validate(source, props);
    if (rejection) return rejection;
    // The head of a form depends on the result of its action, so it is read during the render.
    const head = form === null && request.kind !== 'content' ? readHead(page, props) : undefined;
    c.set('pageHead', head);
    // A draft is read anew each time, and a page that may not exist reads its content below.
    if (!page.exists && request.kind !== 'content' && !c.get('isPreview')) startReading(page, props);
    // An error is thrown by the component that shows the head.
    const [exists] = await Promise.all([page.exists?.(props) ?? true, prepare(), head?.catch(() => undefined)]);
    if (!exists) return NO_PAGE;
    if (request.kind === 'content') {
      const content = await page.content?.(props);
      return content === undefined || content === null ? NO_PAGE : toContentJson(content);
    }

    const rendered = await render(toPageUrl(request), options, form);
    if (rendered === null || rendered.status === 404) return NO_PAGE;
    return rendered;
  };

  /**
   * @param form the request that submits a form to the page; null for a read.
   * @throws if a function or a component of the page throws, and the errors of the render queue.
   */
  return async (
    c: Context<Env>,
    source: PageSource,
    options: RenderOptions,
    form: RequestInit | null = null,
  ): Promise<RenderedPage> => {
    const content = startContentUse(c);
    c.set('pageRequest', source.request);
    const result = await renderSource(c, source, options, form);
    return 'statusCode' in result
      ? { content, rejection: toRejection(result, content) }
      : { content, rendered: result };
  };
};

export type RenderPage = ReturnType<typeof createPageRenderer>;
