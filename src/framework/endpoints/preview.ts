import 'server-only';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson, toJsonError } from '../middleware/index.ts';
import type { PreviewPort } from '../site-options.ts';
import { isSameSecret } from './is-same-secret.ts';

const COOKIE = 'preview';
/** A link with a longer remaining validity is rejected. */
const MAX_VALIDITY_S = 86_400;

/** `expires` is in seconds since 1970. */
const Token = z.looseObject({ expires: z.number().int() });

export const LEAVE_PREVIEW = '/api/preview/leave';

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`preview.${payload}`).digest('base64url');

const NOT_STORED = { 'cache-control': 'no-store' };

const redirect = (status: 303 | 307, location: string, setCookie: string): Response =>
  new Response(null, { status, headers: { ...NOT_STORED, location, 'set-cookie': setCookie } });

type Explanation = { readonly statusCode: number; readonly reason: string; readonly advice: string };

const EXPIRED: Explanation = {
  statusCode: 403,
  reason: 'This link has expired.',
  advice: 'Open the preview in WordPress again.',
};

/**
 * Previews of drafts, opened by links with a signed token: a JSON payload with `expires` as base64url, a dot, and the
 * HMAC-SHA256 of `preview.` and that text, also as base64url. The token is stored in a cookie and validated again with
 * each request.
 *
 * @param url the origin of the site.
 */
export const createPreview = <Draft>(
  {
    secret,
    readDraft,
    pathOf,
    checkAccess,
    advice = { noSecret: '', wrongSecret: '' },
    styleSheet,
  }: PreviewPort<Draft>,
  url: string,
) => {
  const security = url.startsWith('https:') ? '; Secure' : '';

  /**
   * A document that tells an editor why a draft cannot be shown. It is not a page of the site, since pages may need the
   * CMS.
   *
   * @param isOpen whether a preview is open; the document then has a button to leave it.
   */
  const explain = ({ statusCode, reason, advice: whatToDo }: Explanation, isOpen: boolean): Response =>
    new Response(
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">' +
        (styleSheet === undefined ? '' : `<link rel="stylesheet" href="${styleSheet}">`) +
        '<title>The preview cannot be shown</title></head><body><main data-preview="explanation">' +
        `<h1>The preview cannot be shown</h1><p>${reason}</p><p>${whatToDo}</p>` +
        (isOpen
          ? `<form method="post" action="${LEAVE_PREVIEW}"><button type="submit">Leave preview</button></form>`
          : '') +
        '</main></body></html>',
      {
        status: statusCode,
        headers: { ...NOT_STORED, 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex, nofollow' },
      },
    );

  const explainAccess = async (draft: Draft, isOpen: boolean): Promise<Response | null> => {
    const access = await checkAccess(draft);
    return access.status === 'readable' ? null : explain(access, isOpen);
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

  return {
    /**
     * `GET /api/preview?token=…`, which the CMS links to: sets a cookie with which the browser sees the draft until the
     * token expires.
     */
    enter: async (request: Request): Promise<Response> => {
      if (request.method !== 'GET') return toJsonError(405, undefined, { allow: 'GET' });
      if (secret === null) {
        return explain({ statusCode: 404, reason: 'This site shows no previews.', advice: advice.noSecret }, false);
      }
      const token = new URL(request.url).searchParams.get('token') ?? '';
      const payload = verify(token);
      if (payload === null) {
        const reason = 'This link was not signed with the preview secret of this site.';
        return explain({ statusCode: 403, reason, advice: advice.wrongSecret }, false);
      }
      const opened = readPayload(payload);
      if (opened === null) return explain(EXPIRED, false);
      const explanation = await explainAccess(opened.draft, false);
      if (explanation) return explanation;
      return redirect(307, pathOf(opened.draft), toCookie(token, opened.leftS));
    },

    /**
     * `POST /api/preview/leave`, from the form in the preview bar: ends the preview. GET is not allowed, since an image
     * on another website could cause such a request; the pipeline checks the origin of a POST.
     */
    leave: async (request: Request): Promise<Response> =>
      request.method === 'POST' ? redirect(303, '/', toCookie('', 0)) : toJsonError(405, undefined, { allow: 'POST' }),

    draftOf,

    /**
     * A document that explains why the draft of the current preview cannot be shown, for example because it was
     * deleted. Null if the draft can be read, or if the request is not for a document in a preview.
     */
    explain: async (request: Request): Promise<Response | null> => {
      const draft = draftOf(request.headers.get('cookie') ?? undefined);
      const isDocument = request.method === 'GET' && request.headers.get('accept')?.includes('text/html');
      return draft !== null && isDocument ? explainAccess(draft, true) : null;
    },
  };
};
