import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The bytes of a /56. */
const NETWORK_BYTES = 7;

/**
 * The key under which rate limits count a client: the /56 of an IPv6 address, because many providers assign that much to
 * a subscriber. Anything else, such as an IPv4 or an email address, is its own key.
 */
export const limitKey = (address: string): string =>
  isIP(address) === 6 ? `${ipaddr.IPv6.parse(address).toByteArray().slice(0, NETWORK_BYTES).join('.')}/56` : address;
