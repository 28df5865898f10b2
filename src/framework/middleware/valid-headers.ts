import 'server-only';
import type { MiddlewareHandler } from 'hono';
import type { Env } from '../context.ts';
import { toJsonError } from '../responses.ts';

/** A browser sends about twenty, and a proxy adds some. */
const MAX_HEADERS = 100;

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** `1.2.3.999`, for example, matches the pattern but cannot be part of a URL. */
const isHost = (host: string): boolean => HOST.test(host) && URL.canParse(`http://${host}`);

/** Rejects requests with too many headers, or without exactly one valid Host header (RFC 9112 § 3.2). */
export const validHeaders = (): MiddlewareHandler<Env> => async (c, next) => {
  const { incoming } = c.env;
  if (incoming && incoming.rawHeaders.length > MAX_HEADERS * 2) return toJsonError(431);
  // Several Host headers are joined here, and then no valid host.
  const host = c.req.header('host');
  // The health checks of some load balancers use HTTP/1.0, which has no Host header.
  const isValid = host === undefined ? !incoming || incoming.httpVersion === '1.0' : isHost(host);
  return isValid ? next() : toJsonError(400);
};
