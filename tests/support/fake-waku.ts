import { currentRouteFailure } from '../../src/framework/context.ts';

/** The documents and payloads that `renderWithFakeWaku` has rendered since the last `resetFakeWaku`, by their URLs. */
export const rendered: string[] = [];

type Render = (request: Request) => Promise<Response | null>;

const html = (body: string): Response =>
  new Response(`<!DOCTYPE html><html><head></head><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });

const renderPath: Render = async (request) => {
  const { pathname, search } = new URL(request.url);
  if (pathname === '/404') return html(`<h1>${currentRouteFailure().message}</h1>`);
  return pathname.startsWith('/RSC/') ? new Response(`payload of ${pathname}${search}`) : html(pathname + search);
};

let render: Render = renderPath;

/** Stands for Waku's renderer, which exists only within a build: a document shows its path and query. */
export const renderWithFakeWaku: Render = (request) => {
  const { pathname, search } = new URL(request.url);
  rendered.push(pathname + search);
  return render(request);
};

/** Renders everything but the error page with `own` until `resetFakeWaku` is called. */
export const renderBy = (own: Render): void => {
  render = (request) => (new URL(request.url).pathname === '/404' ? renderPath(request) : own(request));
};

export const resetFakeWaku = (): void => {
  rendered.length = 0;
  render = renderPath;
};
