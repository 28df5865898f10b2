import 'server-only';
import { isIP } from 'node:net';

/**
 * The groups of an IPv6 address as numbers. An IPv4 ending (`64:ff9b::192.0.2.1`) results in one wrong number, which
 * does no harm: only the first four groups are used.
 */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 ending takes the place of two groups.
  const length = groups.length + rest.length + ([...groups, ...rest].some((group) => group.includes('.')) ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - length);
  return [...groups, ...new Array<string>(zeros).fill('0'), ...rest].map((group) => Number.parseInt(group, 16));
};

const toNetwork = (parts: readonly number[], prefix: number): string =>
  `${parts.map((part) => part.toString(16)).join(':')}::/${prefix}`;

/**
 * The factors by which a limit is multiplied for each of the `limitKeys`. A /56 or /48 may belong to one subscriber or
 * to many, so a /56 has twice the limit of a /64, and a /48 four times.
 */
export const NETWORK_FACTORS = [1, 2, 4];

/**
 * The keys under which rate limits count a client, the narrowest network first: the /64, /56 and /48 of an IPv6
 * address, since providers assign any of the three to a subscriber. Anything else, such as an IPv4 or an email address,
 * is its own key.
 */
export const limitKeys = (address: string): readonly [string, ...string[]] => {
  if (isIP(address) !== 6) return [address];
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address);
  return [toNetwork([a, b, c, d], 64), toNetwork([a, b, c, d & 0xff00], 56), toNetwork([a, b, c], 48)];
};
