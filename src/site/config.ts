import 'server-only';
import { env } from '../env.ts';

/** Who the site is: the specification's site configuration (§3) and the address that errors and mail links show. */
export const site = {
  url: env.SITE_URL,
  name: env.SITE_NAME,
  description: env.SITE_DESCRIPTION,
  separator: env.SITE_SEPARATOR,
  titleSeparator: env.SITE_TITLE_SEPARATOR,
  indexable: env.SITE_INDEXABLE,
  trailingSlash: env.SITE_TRAILING_SLASH,
  supportEmail: env.SUPPORT_EMAIL,
} as const;
