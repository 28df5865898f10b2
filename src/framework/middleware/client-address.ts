import 'server-only';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import type { Env } from '../context.ts';

/**
 * Normalizes the text of an IP address: removes brackets, port and zone, and converts an IPv4-mapped IPv6 address to
 * IPv4. Null if the text is not an IP address.
 */
const toAddress = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase();
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? null : address;
};

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

/** Finds the address of the client, for the rate limits. */
export const clientAddress = (trustProxy: readonly string[]): MiddlewareHandler<Env> => {
  const addressOf = createClientAddress(trustProxy);
  const addresses = new LRUCache<string, string>({ max: 1_000, memoMethod: (peer) => addressOf(peer, undefined) });
  return (c, next) => {
    const peer = c.env.incoming?.socket.remoteAddress ?? '';
    const forwardedFor = trustProxy.length > 0 ? c.req.header('x-forwarded-for') : undefined;
    c.set('address', forwardedFor === undefined ? addresses.memo(peer) : addressOf(peer, forwardedFor));
    return next();
  };
};

const isPrivateAddress = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

const privateAddresses = new LRUCache<string, boolean>({
  max: 1_000,
  memoMethod: (address) => isPrivateAddress(address, 0),
});

/** Whether an address belongs to a private network or to this machine. */
export const isPrivate = (address: string): boolean => privateAddresses.memo(address);
