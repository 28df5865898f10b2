import 'server-only';

/** The client of a request, as far as it is known. */
export type Sender = {
  /** Its IP address. */
  readonly address: string;
  /** The headers `Origin`, `Sec-Fetch-Site` and `Host`. */
  readonly origin: string | null;
  readonly fetchSite: string | null;
  readonly host: string | null;
};

export const senderOf = (request: Request, address: string): Sender => ({
  address,
  origin: request.headers.get('origin'),
  fetchSite: request.headers.get('sec-fetch-site'),
  host: request.headers.get('host') ?? new URL(request.url).host,
});

/**
 * Whether a request comes from a page of this site, or from no page at all. Only the host of `Origin` is compared with that of the
 * request, because a proxy may terminate TLS; the origin of `siteUrl` is accepted too.
 */
export const isOwnOrigin = ({ origin, fetchSite, host }: Omit<Sender, 'address'>, siteUrl: string): boolean => {
  if (fetchSite === 'cross-site') return false;
  if (origin === null) return true;
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol)) return false;
  return new URL(origin).host === host?.toLowerCase() || new URL(origin).origin === new URL(siteUrl).origin;
};
