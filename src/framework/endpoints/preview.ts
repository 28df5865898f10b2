import 'server-only';
import { createHmac } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { serialize } from 'hono/utils/cookie';
import { z } from 'zod';
import type { Env } from '../context.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { parseJson } from '../request-body.ts';
import { toEmpty, toJsonError } from '../responses.ts';
import type { Endpoint, PreviewPort, PreviewProblem } from '../site-options.ts';

/** A link with a longer remaining validity is rejected. */
const MAX_VALIDITY_S = 86_400;

/** `expires` is in seconds since 1970. */
const Token = z.looseObject({ expires: z.number().int() });

export const ENTER_PREVIEW = '/api/preview';
export const LEAVE_PREVIEW = '/api/preview/leave';

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`preview.${payload}`).digest('base64url');

/**
 * Previews of drafts, opened by links with a signed token: a JSON payload with `expires` as base64url, a dot, and the
 * HMAC-SHA256 of `preview.` and that text, also as base64url. The token is stored in a cookie and validated again with
 * each request.
 *
 * @param url the origin of the site.
 */
export const createPreview = <Draft>(port: PreviewPort<Draft>, url: string) => {
  const { secret, readDraft, pathOf, checkAccess, show, problems, toDocument } = port;
  const isSecure = url.startsWith('https:');
  // Browsers accept the prefix only from this host, over HTTPS: no subdomain can set the cookie.
  const cookie = isSecure ? '__Host-preview' : 'preview';

  /**
   * A document that tells an editor why a draft cannot be shown. It is not a page of the site, since pages may need the
   * CMS.
   *
   * @param isOpen whether a preview is open; the document then has a button to leave it.
   */
  const explain = (problem: PreviewProblem, isOpen: boolean): Response =>
    new Response(toDocument(problem, isOpen ? LEAVE_PREVIEW : null), {
      status: problem.statusCode,
      headers: {
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex, nofollow',
      },
    });

  const toCookie = (value: string, maxAge: number): string =>
    serialize(cookie, value, { path: '/', maxAge, httpOnly: true, sameSite: 'Lax', secure: isSecure });

  /** The draft of a token and how long the token is valid, or why it shows no draft. */
  const readToken = (token: string): { draft: Draft; leftS: number } | 'wrongSecret' | 'expired' => {
    const [payload = '', signature = '', ...rest] = token.split('.');
    if (secret === null || rest.length > 0 || !isSameSecret(sign(secret, payload), signature)) return 'wrongSecret';
    const { data } = Token.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
    if (!data) return 'expired';
    const { expires, ...fields } = data;
    const draft = readDraft(fields);
    const leftS = expires - Math.floor(Date.now() / 1_000);
    return draft !== null && leftS > 0 && leftS <= MAX_VALIDITY_S ? { draft, leftS } : 'expired';
  };

  /**
   * `GET /api/preview?token=…`, which the CMS links to: sets a cookie with which the browser sees the draft until the
   * token expires.
   */
  const enter: Endpoint = async (c) => {
    if (c.req.method !== 'GET') return toJsonError(405, undefined, { allow: 'GET' });
    if (secret === null) return explain(problems.off, false);
    const token = c.req.query('token') ?? '';
    const opened = readToken(token);
    if (typeof opened === 'string') return explain(problems[opened], false);
    const { draft, leftS } = opened;
    const problem = await checkAccess(draft);
    if (problem) return explain(problem, false);
    return toEmpty(307, { location: pathOf(draft), 'set-cookie': toCookie(token, leftS) });
  };

  /**
   * `POST /api/preview/leave?to=/path`, from the form in the preview bar: ends the preview and shows that page of the site,
   * by default the home page. GET is not allowed, since an image on another website could cause such a request; the
   * origin of a POST has been checked.
   */
  const leave: Endpoint = async (c) => {
    if (c.req.method !== 'POST') return toJsonError(405, undefined, { allow: 'POST' });
    const to = URL.parse(c.req.query('to') ?? '/', url);
    // `//host` would lead to another site; `/.//host` becomes that when it is parsed.
    const location = to?.origin === url ? to.pathname.replace(/^\/+/, '/') + to.search : '/';
    return toEmpty(303, { location, 'set-cookie': toCookie('', 0) });
  };

  /**
   * Shows the draft of the preview cookie, if any, in the response to a request. If the draft cannot be read, for
   * example because it was deleted, a document explains why.
   */
  const showDraft: MiddlewareHandler<Env> = async (c, next) => {
    const token = secret === null ? undefined : getCookie(c, cookie);
    const opened = token === undefined ? null : readToken(token);
    if (opened === null || typeof opened === 'string') return next();
    const { draft } = opened;
    const isDocument = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
    const problem = isDocument ? await checkAccess(draft) : null;
    if (problem) return explain(problem, true);
    c.set('isPreview', true);
    show(draft, `${ENTER_PREVIEW}?token=${token}`);
    return next();
  };

  return { enter, leave, showDraft };
};
