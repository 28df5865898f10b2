import 'server-only';
import { env } from '../env.ts';

/** The site configuration of the specification (§3), and the support email address. */
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
