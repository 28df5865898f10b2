import 'server-only';
import { BlockList, isIP } from 'node:net';

export type TrustedNetworks = { readonly has: (address: string) => boolean };

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The networks of the setting TRUST_PROXY: single addresses or CIDR blocks. */
export const trustedNetworks = (networks: readonly string[]): TrustedNetworks => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
};

/** One spelling: no zone, no port, no brackets, IPv4 that was mapped into IPv6 as IPv4. `null`: no address. */
const toAddress = (given: string): string | null => {
  const bare = given
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  const address = mapped ?? bare;
  return isIP(address) === 0 ? null : address;
};

/**
 * The address of the client: that of the socket, or, as long as that is a trusted proxy, the one before it in
 * `X-Forwarded-For`. What stands left of the first untrusted address was written by a stranger and counts for nothing.
 */
export const clientAddress = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedNetworks,
): string => {
  let client = toAddress(socketAddress ?? '') ?? 'unknown';
  const hops = forwardedFor?.split(',') ?? [];
  while (hops.length > 0 && trusted.has(client)) {
    const before = toAddress(hops.pop() ?? '');
    if (before === null) break;
    client = before;
  }
  return client;
};

/** The eight groups of an IPv6 address as numbers; a dotted ending (`64:ff9b::192.0.2.1`) is left as one unread group. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted ending stands for two groups.
  const length = groups.length + rest.length + ([...groups, ...rest].some((group) => group.includes('.')) ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - length);
  return [...groups, ...new Array<string>(zeros).fill('0'), ...rest].map((group) => Number.parseInt(group, 16));
};

const toNetwork = (groups: readonly number[], prefix: number): string =>
  `${groups.map((group) => group.toString(16)).join(':')}::/${prefix}`;

/**
 * The keys that rate limits count a client under, the narrowest network first: the /64, /56 and /48 of an IPv6 address, since
 * providers assign any of the three to a single subscriber. An IPv4 address has one key, because the neighbours in its /24
 * are other subscribers. Anything else, such as the address of a mailbox, is its own key.
 */
export const limitKeys = (address: string): readonly [string, ...string[]] => {
  if (isIP(address) !== 6) return [address];
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address);
  return [toNetwork([a, b, c, d], 64), toNetwork([a, b, c, d & 0xff00], 56), toNetwork([a, b, c], 48)];
};

/** The narrowest of `limitKeys`. */
export const limitKey = (address: string): string => limitKeys(address)[0];
