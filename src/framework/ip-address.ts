import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

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

const privateAddresses = new LRUCache<string, boolean>({
  max: 1_000,
  memoMethod: (address) => isIP(address) !== 0 && PRIVATE_RANGES.has(ipaddr.parse(address).range()),
});

/** Whether an address belongs to a private network or to this machine. */
export const isPrivate = (address: string): boolean => privateAddresses.memo(address);
