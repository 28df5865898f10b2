import 'server-only';
import { env } from '../env.ts';

/** The header for the name and the password in a URL, which staging sites often require. */
export const toAuthorization = ({ username, password }: URL): { readonly Authorization?: string } => {
  const credentials = Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64');
  return username === '' ? {} : { Authorization: `Basic ${credentials}` };
};

/** The header for the password in `CMS_URL`, for a URL of the CMS. Other hosts do not get it. */
export const toCmsAuthorization = (address: string) => {
  const cms = env.CMS_URL === null ? null : new URL(env.CMS_URL);
  return cms?.origin === new URL(address).origin ? toAuthorization(cms) : {};
};

/** A URL without a password, which `fetch` does not accept in a URL, and without slashes at the end. */
export const withoutPassword = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};
