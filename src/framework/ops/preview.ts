import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { checkDraft, type Draft, type DraftAccess } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { site } from '../../site/config.ts';
import { NOT_INDEXED } from '../../site/robots.ts';
import { toPagePath } from '../../site/routes.ts';
import { log } from '../log.ts';

const COOKIE = 'site_preview';
/** No link opens a preview for longer, whatever it says. */
const LONGEST_S = 86_400;

const Token = z.object({
  type: z.enum(['posts', 'pages', 'events', 'faq']),
  id: z.number().int().positive(),
  slug: z.string().regex(/^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]{1,200}$/u),
  /** Seconds since 1970. */
  expires: z.number().int(),
});

const nowS = (): number => Math.floor(Date.now() / 1_000);

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`preview.${payload}`).digest('base64url');

const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The draft that a token opens, and how many seconds longer; null for every other text. */
export const readToken = (secret: string, token: string, now = nowS()): { draft: Draft; leftS: number } | null => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSame(sign(secret, payload), signature)) return null;
  const result = Token.safeParse(toJson(Buffer.from(payload, 'base64url').toString()));
  if (!result.success) return null;
  const { expires, ...draft } = result.data;
  const leftS = expires - now;
  return leftS > 0 && leftS <= LONGEST_S ? { draft, leftS } : null;
};

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const addressOf = ({ type, slug }: Draft): string => {
  if (type === 'faq') return '/faq';
  const name = encodeURIComponent(slug);
  return type === 'events' ? `/events/${name}` : toPagePath(name);
};

const cookie = (value: string, seconds: number): string =>
  `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${site.url.startsWith('https:') ? '; Secure' : ''}`;

const NOT_STORED = { 'cache-control': 'no-store' };

const redirect = (status: 303 | 307, location: string, setCookie: string): Response =>
  new Response(null, { status, headers: { ...NOT_STORED, location, 'set-cookie': setCookie } });

const refuse = (statusCode: number, headers: Record<string, string> = {}): Response =>
  Response.json(
    { statusCode, statusMessage: STATUS_CODES[statusCode] },
    { status: statusCode, headers: { ...NOT_STORED, ...headers } },
  );

/** A page for an editor whose draft cannot be shown. It is written here, because the site's own pages come from WordPress. */
const explain = (status: number, reason: string, advice: string): Response =>
  new Response(
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>The preview cannot be shown</title></head><body><main><h1>The preview cannot be shown</h1><p>${reason}</p>` +
      `<p>${advice}</p></main></body></html>`,
    { status, headers: { ...NOT_STORED, 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': NOT_INDEXED } },
  );

const AGAIN = 'Then open the preview in WordPress again.';

const explainAccess = (access: Exclude<DraftAccess, { status: 'readable' }>): Response => {
  if (access.status === 'unauthorized') {
    log.warn(
      { status: access.code },
      'WordPress does not let the site read drafts: check CMS_USER and CMS_APP_PASSWORD',
    );
    return explain(
      502,
      `This site could not sign in to WordPress: WordPress answered ${access.code}.`,
      'Whoever runs the site checks the settings CMS_USER and CMS_APP_PASSWORD: the user exists and may edit this entry, and ' +
        `the application password is one of that user and has not been revoked. ${AGAIN}`,
    );
  }
  return access.status === 'missing'
    ? explain(404, 'The draft does not exist any more.', `Look for it in WordPress, also in the bin. ${AGAIN}`)
    : explain(503, 'WordPress does not answer this site.', `Wait for a minute. ${AGAIN}`);
};

const secret = env.CMS_URL !== null && env.CMS_USER && env.CMS_APP_PASSWORD ? env.PREVIEW_SECRET : null;

/** `GET /api/preview?token=…`, which the companion plugin links to: lets this browser see a draft for a while. */
export const answerPreview = async (request: Request): Promise<Response> => {
  if (secret === null) return refuse(404);
  if (request.method !== 'GET') return refuse(405, { allow: 'GET' });
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const opened = readToken(secret, token);
  if (opened === null) return explain(403, 'This link has expired.', 'Open the preview in WordPress again.');
  const access = await checkDraft(opened.draft);
  if (access.status !== 'readable') return explainAccess(access);
  return redirect(307, addressOf(opened.draft), cookie(token, opened.leftS));
};

export const LEAVE_PREVIEW = '/api/preview/leave';

/**
 * `POST /api/preview/leave`, from the form in the bar: ends the preview. It takes no GET, which an image on another website
 * could send; the origin of a POST is checked before it gets here.
 */
export const answerLeavePreview = async (request: Request): Promise<Response> =>
  request.method === 'POST' ? redirect(303, '/', cookie('', 0)) : refuse(405, { allow: 'POST' });

/** The draft that a visitor with these cookies may see; null for everybody else. */
export const draftOf = (cookies: string | undefined): Draft | null => {
  if (secret === null || cookies === undefined || !cookies.includes(`${COOKIE}=`)) return null;
  const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
  return token === undefined ? null : (readToken(secret, token)?.draft ?? null);
};

/** HTML at the beginning of the body of a preview. */
export const PREVIEW_BAR =
  '<aside aria-label="Preview"><p>This is a preview of a draft.</p>' +
  `<form method="post" action="${LEAVE_PREVIEW}"><button type="submit">Leave the preview</button></form></aside>`;
