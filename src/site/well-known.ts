import 'server-only';
import { env } from '../env.ts';
import { toSiteUrl } from './urls.ts';

/** Half of the year that RFC 9116 recommends as a maximum. */
const VALID_DAYS = 180;
const DAY_S = 86_400;

const answerRead = (method: string, toResponse: () => Response): Response =>
  method === 'GET' || method === 'HEAD'
    ? toResponse()
    : new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });

/**
 * `/.well-known/security.txt`: where to report a vulnerability (RFC 9116).
 *
 * @param now in milliseconds since 1970.
 */
export const toSecurityText = (now: number): string =>
  [
    `Contact: mailto:${env.SUPPORT_EMAIL}`,
    `Expires: ${new Date(now + VALID_DAYS * DAY_S * 1_000).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${toSiteUrl('/.well-known/security.txt')}`,
    '',
  ].join('\n');

export const handleSecurityText = async ({ method }: Request): Promise<Response> =>
  answerRead(
    method,
    () =>
      new Response(toSecurityText(Date.now()), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${DAY_S}` },
      }),
  );

/**
 * `/.well-known/change-password`: password managers open it to change a password
 * (https://w3c.github.io/webappsec-change-password-url/). Customers change theirs where they log in; without a `LOGIN_URL` there is no
 * such page.
 */
export const handleChangePassword = async ({ method }: Request): Promise<Response> =>
  answerRead(method, () =>
    env.LOGIN_URL === null
      ? new Response(null, { status: 404 })
      : new Response(null, { status: 302, headers: { location: env.LOGIN_URL, 'cache-control': 'no-store' } }),
  );
