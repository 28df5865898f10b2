import 'server-only';
import { CLIENT_ADDRESS_HEADER } from '../http/client-address-header.ts';
import { getRequest, redirect } from './waku.ts';

/** The client of the current render or server action, as far as it may be known. */
export const currentClient = () => {
  const { headers, url } = getRequest();
  return {
    address: headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown',
    origin: headers.get('origin'),
    fetchSite: headers.get('sec-fetch-site'),
    host: headers.get('host') ?? new URL(url).host,
  };
};

/**
 * Ends a server action with a 303 redirect to a path of this site, so that a reload does not submit the form again.
 *
 * @throws always: Waku's own signal, which must not be caught.
 */
export const seeOther = (path: `/${string}`): never => redirect(path, 303);
