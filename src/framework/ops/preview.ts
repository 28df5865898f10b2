import 'server-only';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson, toJsonError } from '../http/index.ts';
import type { PreviewPort } from '../site-options.ts';
import { isSameSecret } from './is-same-secret.ts';

const COOKIE = 'site_preview';
/** The longest validity of a link that the site accepts. */
const MAX_VALIDITY_S = 86_400;

/** `expires` is in seconds since 1970. */
const Token = z.looseObject({ expires: z.number().int() });

export const LEAVE_PREVIEW = '/api/preview/leave';

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`preview.${payload}`).digest('base64url');

const NOT_STORED = { 'cache-control': 'no-store' };

const redirect = (status: 303 | 307, location: string, setCookie: string): Response =>
  new Response(null, { status, headers: { ...NOT_STORED, location, 'set-cookie': setCookie } });

/** Tells an editor why a draft cannot be shown. It needs no page of the site, since those may need the CMS. */
const explain = (status: number, reason: string, advice: string): Response =>
  new Response(
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>The preview cannot be shown</title></head><body><main><h1>The preview cannot be shown</h1><p>${reason}</p>` +
      `<p>${advice}</p></main></body></html>`,
    {
      status,
      headers: { ...NOT_STORED, 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex, nofollow' },
    },
  );

/** HTML at the beginning of the body of a preview. */
export const PREVIEW_BAR =
  '<aside aria-label="Preview"><p>This is a preview of a draft.</p>' +
  `<form method="post" action="${LEAVE_PREVIEW}"><button type="submit">Leave the preview</button></form></aside>`;

/**
 * Previews of drafts, opened by signed links: base64url of a JSON payload with `expires`, a dot, and its HMAC-SHA256. The token is
 * stored in a cookie and validated again with each request.
 *
 * @param url the origin of the site.
 */
export const createPreview = <Draft>({ secret, readDraft, pathOf, checkAccess }: PreviewPort<Draft>, url: string) => {
  const security = url.startsWith('https:') ? '; Secure' : '';

  const toCookie = (value: string, maxAgeS: number): string =>
    `${COOKIE}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${security}`;

  const readToken = (token: string): { draft: Draft; leftS: number } | null => {
    const [payload = '', signature = '', ...rest] = token.split('.');
    if (secret === null || rest.length > 0 || !isSameSecret(sign(secret, payload), signature)) return null;
    const result = Token.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
    if (!result.success) return null;
    const { expires, ...fields } = result.data;
    const draft = readDraft(fields);
    const leftS = expires - Math.floor(Date.now() / 1_000);
    return draft !== null && leftS > 0 && leftS <= MAX_VALIDITY_S ? { draft, leftS } : null;
  };

  return {
    /** `GET /api/preview?token=…`, which the CMS links to: sets a cookie that shows this browser the draft for a while. */
    enter: async (request: Request): Promise<Response> => {
      if (secret === null) return toJsonError(404);
      if (request.method !== 'GET') return toJsonError(405, undefined, { allow: 'GET' });
      const token = new URL(request.url).searchParams.get('token') ?? '';
      const opened = readToken(token);
      if (opened === null) return explain(403, 'This link has expired.', 'Open the preview in WordPress again.');
      const access = await checkAccess(opened.draft);
      if (access.status === 'unreadable') return explain(access.statusCode, access.reason, access.advice);
      return redirect(307, pathOf(opened.draft), toCookie(token, opened.leftS));
    },

    /**
     * `POST /api/preview/leave`, from the form in the bar: ends the preview. GET is not allowed, since an image on another website
     * could send it; the pipeline checks the origin of a POST.
     */
    leave: async (request: Request): Promise<Response> =>
      request.method === 'POST' ? redirect(303, '/', toCookie('', 0)) : toJsonError(405, undefined, { allow: 'POST' }),

    /** The draft that a client with this `Cookie` header may see, or null. */
    draftOf: (cookies: string | undefined): Draft | null => {
      if (secret === null || cookies === undefined || !cookies.includes(`${COOKIE}=`)) return null;
      const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
      return token === undefined ? null : (readToken(token)?.draft ?? null);
    },
  };
};
