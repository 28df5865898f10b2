import 'server-only';
import type { IncomingMessage } from 'node:http';

type RawRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/**
 * The header in which the pipeline passes on the client's address. A header of this name that a client sends is
 * removed.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** A browser sends about twenty, and a proxy adds some. */
const MAX_HEADERS = 100;

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The status with which a request is rejected because of its headers; null if they are valid. */
export const validateHeaders = ({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): 400 | 431 | null => {
  if (rawHeaders.length > MAX_HEADERS * 2) return 431;
  // With two hosts, a proxy and this server could use different ones (RFC 9112 § 3.2).
  let host: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length !== 4 || rawHeaders[at]?.toLowerCase() !== 'host') continue;
    if (host !== null) return 400;
    host = rawHeaders[at + 1] ?? '';
  }
  // The health checks of some load balancers use HTTP/1.0, which has no Host header.
  if (host === null) return httpVersion === '1.0' ? null : 400;
  return HOST.test(host) ? null : 400;
};

/**
 * Whether the host can be part of a URL. `1.2.3.999`, for example, passes `validateHeaders` but is not a valid IP
 * address.
 */
export const hasReadableHost = ({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean =>
  host === undefined || URL.canParse(`http://${host}`);

/** Removes a header, also from the raw headers, because those are copied into a web `Request`. */
const removeHeader = ({ headers, rawHeaders }: RawRequest, name: string): void => {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
  delete headers[name];
};

/** The client's address in the headers that the pipeline passed on. */
export const clientAddressOf = (headers: Headers): string => headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';

/** Passes the client's address on to the handlers of the request. */
export const setClientAddress = (request: RawRequest, address: string): void => {
  removeHeader(request, CLIENT_ADDRESS_HEADER);
  request.rawHeaders.push(CLIENT_ADDRESS_HEADER, address);
  request.headers[CLIENT_ADDRESS_HEADER] = address;
};

/**
 * Removes the `Origin` header once the pipeline has checked it: the renderer would compare it with the Host header,
 * which a proxy may have changed.
 */
export const dropOrigin = (request: RawRequest): void => removeHeader(request, 'origin');
