import 'server-only';

/** Who sends, as far as the server knows. */
export type Sender = {
  /** The client's address (`clientAddress`). */
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
 * Whether a page of this site sends, or no page at all. Only the host of `Origin` is compared, because a proxy in front may
 * speak https and we http; a configured SITE_URL counts too.
 */
export const isOwnOrigin = ({ origin, fetchSite, host }: Omit<Sender, 'address'>, siteUrl: string): boolean => {
  if (fetchSite === 'cross-site') return false;
  if (origin === null) return true;
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol)) return false;
  return new URL(origin).host === host?.toLowerCase() || new URL(origin).origin === new URL(siteUrl).origin;
};
