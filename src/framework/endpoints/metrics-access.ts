import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { FrameworkSettings } from '../site-options.ts';
import { isSameSecret } from './is-same-secret.ts';

type MetricsRequest = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** `hidden`: the client gets 404, as if there were no metrics. */
export type MetricsAccess = 'open' | 'unauthorised' | 'hidden';

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOCAL_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
/** A request with one of these headers was forwarded by a proxy. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'cf-connecting-ip'];

/** The token of an Authorization header of the Bearer scheme, whose name is case-insensitive (RFC 9110 § 11.1). */
const bearerTokenOf = (authorization = ''): string => /^bearer +(.+)$/i.exec(authorization)?.[1] ?? '';

/**
 * Whether a client may read the metrics. If there is a token, the client has to send it. Without a token, only clients
 * that connect directly from this machine may, and only while the site has no public URL: behind a proxy, every visitor
 * seems to connect from this machine.
 */
export const checkMetricsAccess = (
  { headers, socket }: MetricsRequest,
  { metricsToken: token, url }: Pick<FrameworkSettings, 'metricsToken' | 'url'>,
): MetricsAccess => {
  if (token !== null) return isSameSecret(token, bearerTokenOf(headers.authorization)) ? 'open' : 'unauthorised';
  const isLocal =
    LOCAL_HOST.test(new URL(url).hostname) &&
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    !FORWARDED.some((name) => name in headers);
  return isLocal ? 'open' : 'hidden';
};
