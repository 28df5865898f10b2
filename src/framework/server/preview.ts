import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Draft } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { site } from '../../site/config.ts';
import { toPagePath } from '../../site/routes.ts';

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

const redirect = (location: string, setCookie: string): Response =>
  new Response(null, { status: 307, headers: { location, 'set-cookie': setCookie, 'cache-control': 'no-store' } });

const refuse = (statusCode: number, statusMessage = STATUS_CODES[statusCode]): Response =>
  Response.json({ statusCode, statusMessage }, { status: statusCode, headers: { 'cache-control': 'no-store' } });

const secret = env.CMS_URL !== null && env.CMS_USER && env.CMS_APP_PASSWORD ? env.PREVIEW_SECRET : null;

/** `GET /api/preview?token=…`, which the companion plugin links to: lets this browser see a draft for a while. */
export const answerPreview = async (request: Request): Promise<Response> => {
  if (secret === null) return refuse(404);
  if (request.method !== 'GET') return refuse(405);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const opened = readToken(secret, token);
  return opened
    ? redirect(addressOf(opened.draft), cookie(token, opened.leftS))
    : refuse(403, 'This link has expired. Open the preview in WordPress again.');
};

export const LEAVE_PREVIEW = '/api/preview/leave';

/** The way out. */
export const answerLeavePreview = async (): Promise<Response> => redirect('/', cookie('', 0));

/** The draft that a visitor with these cookies may see; null for everybody else. */
export const draftOf = (cookies: string | undefined): Draft | null => {
  if (secret === null || cookies === undefined || !cookies.includes(`${COOKIE}=`)) return null;
  const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
  return token === undefined ? null : (readToken(secret, token)?.draft ?? null);
};

const BAR =
  '<aside aria-label="Preview"><p>This is a preview of a draft. ' +
  `<a href="${LEAVE_PREVIEW}">Leave the preview</a></p></aside>`;

/** A document of a preview says so, and leads out. */
export const withPreviewBar = (html: string): string => html.replace(/<body[^>]*>/, (body) => body + BAR);
