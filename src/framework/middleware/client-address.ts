import 'server-only';
import type { MiddlewareHandler } from 'hono';
import proxyAddr from 'proxy-addr';
import type { Env } from '../context.ts';
import { toAddress } from '../ip-address.ts';

/**
 * Returns a function that finds the client in the chain of a request: the address of the socket or, if that is a trusted
 * proxy, the last address in `X-Forwarded-For` that is not a trusted proxy. An entry that is not an address ends the
 * search, because a client may have written it.
 *
 * @param trustProxy addresses and networks in CIDR notation.
 */
export const createClientAddress = (trustProxy: readonly string[]) => {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (peer: string, forwardedFor: string | undefined): string => {
    let client = toAddress(peer);
    const hops = forwardedFor?.split(',').reverse() ?? [];
    for (const [index, hop] of hops.entries()) {
      const address = toAddress(hop);
      if (client === null || address === null || !isTrusted(client, index)) break;
      client = address;
    }
    return client ?? 'unknown';
  };
};

/** The client of a request without a connection: this process, for example during the build. */
const THIS_PROCESS = '127.0.0.1';

/** Finds the address of the client, for the rate limits. */
export const clientAddress = (trustProxy: readonly string[]): MiddlewareHandler<Env> => {
  const addressOf = createClientAddress(trustProxy);
  return (c, next) => {
    const { incoming } = c.env;
    const peer = incoming ? (incoming.socket.remoteAddress ?? '') : THIS_PROCESS;
    c.set('address', addressOf(peer, c.req.header('x-forwarded-for')));
    return next();
  };
};
