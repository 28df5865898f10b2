import 'server-only';
import { createHmac } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Env } from '../context.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { parseJson } from '../request-body.ts';
import { toEmpty, toJsonError } from '../responses.ts';
import type { Endpoint, PreviewExplanation, PreviewPort } from '../site-options.ts';

const COOKIE = 'preview';
/** A link with a longer remaining validity is rejected. */
const MAX_VALIDITY_S = 86_400;

/** `expires` is in seconds since 1970. */
const Token = z.looseObject({ expires: z.number().int() });

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
  const security = url.startsWith('https:') ? '; Secure' : '';

  /**
   * A document that tells an editor why a draft cannot be shown. It is not a page of the site, since pages may need the
   * CMS.
   *
   * @param isOpen whether a preview is open; the document then has a button to leave it.
   */
  const explain = (statusCode: number, explanation: PreviewExplanation, isOpen: boolean): Response =>
    new Response(toDocument(explanation, isOpen ? LEAVE_PREVIEW : null), {
      status: statusCode,
      headers: {
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex, nofollow',
      },
    });

  const explainAccess = async (draft: Draft, isOpen: boolean): Promise<Response | null> => {
    const access = await checkAccess(draft);
    return access.status === 'readable' ? null : explain(access.statusCode, access, isOpen);
  };

  const toCookie = (value: string, maxAgeS: number): string =>
    `${COOKIE}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${security}`;

  /** The payload of a token whose signature is valid; null otherwise. */
  const verify = (token: string): string | null => {
    const [payload = '', signature = '', ...rest] = token.split('.');
    return secret !== null && rest.length === 0 && isSameSecret(sign(secret, payload), signature) ? payload : null;
  };

  const readPayload = (payload: string): { draft: Draft; leftS: number } | null => {
    const result = Token.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
    if (!result.success) return null;
    const { expires, ...fields } = result.data;
    const draft = readDraft(fields);
    const leftS = expires - Math.floor(Date.now() / 1_000);
    return draft !== null && leftS > 0 && leftS <= MAX_VALIDITY_S ? { draft, leftS } : null;
  };

  /** The draft that a client with this `Cookie` header may see, or null. */
  const draftOf = (cookies: string | undefined): Draft | null => {
    if (secret === null || cookies === undefined || !cookies.includes(`${COOKIE}=`)) return null;
    const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
    const payload = token === undefined ? null : verify(token);
    return payload === null ? null : (readPayload(payload)?.draft ?? null);
  };

  /**
   * `GET /api/preview?token=…`, which the CMS links to: sets a cookie with which the browser sees the draft until the
   * token expires.
   */
  const enter: Endpoint = async (c) => {
    if (c.req.method !== 'GET') return toJsonError(405, undefined, { allow: 'GET' });
    if (secret === null) return explain(404, problems.off, false);
    const token = c.req.query('token') ?? '';
    const payload = verify(token);
    if (payload === null) return explain(403, problems.wrongSecret, false);
    const opened = readPayload(payload);
    if (opened === null) return explain(403, problems.expired, false);
    const cookie = toCookie(token, opened.leftS);
    const explanation = await explainAccess(opened.draft, false);
    return explanation ?? toEmpty(307, { location: pathOf(opened.draft), 'set-cookie': cookie });
  };

  /**
   * `POST /api/preview/leave`, from the form in the preview bar: ends the preview. GET is not allowed, since an image on
   * another website could cause such a request; the origin of a POST has been checked.
   */
  const leave: Endpoint = async (c) =>
    c.req.method === 'POST'
      ? toEmpty(303, { location: '/', 'set-cookie': toCookie('', 0) })
      : toJsonError(405, undefined, { allow: 'POST' });

  /**
   * Shows the draft of the preview cookie, if any, in the response to a request. If the draft cannot be read, for
   * example because it was deleted, a document explains why.
   */
  const showDraft: MiddlewareHandler<Env> = async (c, next) => {
    const draft = draftOf(c.req.header('cookie'));
    if (draft === null) return next();
    const isDocument = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
    const explanation = isDocument ? await explainAccess(draft, true) : null;
    if (explanation) return explanation;
    c.set('isPreview', true);
    show(draft);
    return next();
  };

  return { enter, leave, showDraft };
};
