/** The IP addresses of clients: behind trusted proxies, in rate limits, and in private networks. */
import 'server-only';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import type { Env } from './context.ts';

/** Removes brackets, port and zone of an IP address; null if the text is not an IP address. */
export const toAddress = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 0) return null;
  return version === 4 ? bare : ipaddr.process(bare).toString();
};

/** The bytes of a /56. */
const NETWORK_BYTES = 7;

/**
 * The key under which rate limits count a client: the /56 of an IPv6 address, because many providers assign that much to
 * a subscriber. Anything else, such as an IPv4 or an email address, is its own key.
 */
export const limitKey = (address: string): string =>
  isIP(address) === 6 ? `${ipaddr.IPv6.parse(address).toByteArray().slice(0, NETWORK_BYTES).join('.')}/56` : address;

const PRIVATE_RANGES = new Set(['loopback', 'linkLocal', 'uniqueLocal', 'private']);

/** Whether an address belongs to a private network or to this machine. */
export const isPrivate = (address: string): boolean =>
  isIP(address) !== 0 && PRIVATE_RANGES.has(ipaddr.parse(address).range());

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
