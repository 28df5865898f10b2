import 'server-only';
import { env } from '../env.ts';
import { currentContext } from '../framework/shared.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Name and description of the site, which editors may replace in the CMS. */
    siteTexts: { readonly name: string; readonly description: string };
  }
}

/** The site configuration, and the support email address. In a request, name and description are those of the CMS. */
export const site = {
  url: env.SITE_URL,
  get name() {
    return currentContext()?.get('siteTexts')?.name ?? env.SITE_NAME;
  },
  get description() {
    return currentContext()?.get('siteTexts')?.description ?? env.SITE_DESCRIPTION;
  },
  separator: env.SITE_SEPARATOR,
  titleSeparator: env.SITE_TITLE_SEPARATOR,
  indexable: env.SITE_INDEXABLE,
  trailingSlash: env.SITE_TRAILING_SLASH,
  supportEmail: env.SUPPORT_EMAIL,
  /** Where customers log in; null: the site has no link to it. */
  loginUrl: env.LOGIN_URL,
} as const;
