import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Rules = {
  /** METRICS_TOKEN; null: none is set. */
  readonly token: string | null;
  readonly siteUrl: string;
};

/** `hidden`: for the asker there are no metrics. */
export type MetricsAccess = 'open' | 'unauthorised' | 'hidden';

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOCAL_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
/** A request with one of these was passed on by somebody. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'cf-connecting-ip'];

/** The token of an Authorization header of the Bearer scheme, whose name is case-insensitive (RFC 9110 § 11.1). */
const bearerTokenOf = (authorization = ''): string => /^bearer +(.+)$/i.exec(authorization)?.[1] ?? '';

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/**
 * Who may read the metrics. With a token, who brings it. Without one only this machine itself, and only as long as the site
 * has no public address: on a server behind a proxy every visitor seems to come from this machine.
 */
export const checkMetricsAccess = (
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  { token, siteUrl }: Rules,
): MetricsAccess => {
  if (token !== null) return isSame(bearerTokenOf(headers.authorization), token) ? 'open' : 'unauthorised';
  const isLocal =
    LOCAL_HOST.test(new URL(siteUrl).hostname) &&
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    !FORWARDED.some((name) => name in headers);
  return isLocal ? 'open' : 'hidden';
};
