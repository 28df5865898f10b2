import 'server-only';
import type { IncomingMessage } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';

type Headers = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/** A browser sends about twenty, a proxy some more. */
const MOST_HEADERS = 100;

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The status with which the headers of a request are refused; null when they may pass. */
export const validateHeaders = ({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): 400 | 431 | null => {
  if (rawHeaders.length > MOST_HEADERS * 2) return 431;
  // Who reads the first and who reads the last of two hosts would see two different requests (RFC 9112 § 3.2).
  let host: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length !== 4 || rawHeaders[at]?.toLowerCase() !== 'host') continue;
    if (host !== null) return 400;
    host = rawHeaders[at + 1] ?? '';
  }
  // The health checks of some load balancers speak HTTP 1.0, which knows none.
  if (host === null) return httpVersion === '1.0' ? null : 400;
  return HOST.test(host) ? null : 400;
};

/** Whether an address can be made with the host that was judged: `1.2.3.999` has its form, and is none. */
export const hasReadableHost = ({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean =>
  host === undefined || URL.canParse(`http://${host}`);

/** Whoever copies the headers of a request copies the raw ones, so a header goes from both places. */
const removeHeader = ({ headers, rawHeaders }: Headers, name: string): void => {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
  delete headers[name];
};

/** Hands the client's address on to whatever answers the request; what a client says about it is thrown away. */
export const setClientAddress = (request: Headers, address: string): void => {
  removeHeader(request, CLIENT_ADDRESS_HEADER);
  request.rawHeaders.push(CLIENT_ADDRESS_HEADER, address);
  request.headers[CLIENT_ADDRESS_HEADER] = address;
};

/**
 * Takes the origin out of a request that was judged by it: Waku would compare it with the host it sees, which a proxy in
 * front may have changed.
 */
export const dropOrigin = (request: Headers): void => removeHeader(request, 'origin');
