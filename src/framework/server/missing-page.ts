import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NOT_KNOWN, type RouteFailure } from '../route-verdict.ts';
import type { Renderer } from './render.ts';
import { writeFinished } from './stored-answer.ts';

const ERROR_PAGE_MS = 3_600_000;
/** When to ask again for a page that nobody can know of now. */
const RETRY_S = 60;
/** Stands for the address in the error page that is kept. */
const ADDRESS = '/the-address-that-was-asked-for';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[character] ?? character,
  );

/**
 * Answers addresses at which nothing is (404), or of which that cannot be known now (503), with the error page that is
 * rendered once for all of them.
 */
export const createMissingPage = (renderer: Renderer) => {
  const errorPages = new Map<string, { readonly made: ReturnType<Renderer['renderFailure']>; readonly at: number }>();

  /** The error page with a place for the address, made once for all addresses. */
  const errorPage = (message: string): ReturnType<Renderer['renderFailure']> => {
    const known = errorPages.get(message);
    if (known && performance.now() - known.at < ERROR_PAGE_MS) return known.made;
    const failure: RouteFailure = { statusCode: message === NOT_KNOWN ? 503 : 404, message: message + ADDRESS };
    const made = renderer.renderFailure(failure).then((rendered) => {
      // The plain document that stands in for it where it cannot be rendered has no such place, and is not kept.
      if (!Buffer.from(rendered.bytes).includes(ADDRESS)) errorPages.delete(message);
      return rendered;
    });
    errorPages.set(message, { made, at: performance.now() });
    return made;
  };

  return async (request: IncomingMessage, response: ServerResponse, message: string): Promise<void> => {
    const { status, headers, bytes } = await errorPage(message);
    const html = new TextDecoder().decode(bytes).replaceAll(ADDRESS, () => escapeHtml(request.url ?? '/'));
    await writeFinished(request, response, {
      status,
      headers: { ...Object.fromEntries(headers), ...(status === 503 && { 'retry-after': String(RETRY_S) }) },
      bytes: new TextEncoder().encode(html),
    });
  };
};
