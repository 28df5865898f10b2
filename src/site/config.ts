import 'server-only';
import { env } from '../env.ts';

/** Name and description, which editors may replace in the CMS. */
type SiteTexts = { readonly name: string; readonly description: string };

let texts: SiteTexts = { name: env.SITE_NAME, description: env.SITE_DESCRIPTION };

/** Sets the name and description of the site for all pages that are rendered from now on. */
export const setSiteTexts = ({ name, description }: SiteTexts): void => {
  texts = { name, description };
};

/** The site configuration, and the support email address. */
export const site = {
  url: env.SITE_URL,
  get name() {
    return texts.name;
  },
  get description() {
    return texts.description;
  },
  separator: env.SITE_SEPARATOR,
  titleSeparator: env.SITE_TITLE_SEPARATOR,
  indexable: env.SITE_INDEXABLE,
  trailingSlash: env.SITE_TRAILING_SLASH,
  supportEmail: env.SUPPORT_EMAIL,
  /** Where customers log in; null: the site has no link to it. */
  loginUrl: env.LOGIN_URL,
} as const;
