import 'server-only';
import { env } from '../env.ts';
import { currentContext } from '../framework/shared.ts';

/** The texts of the call to action at the end of most pages. */
type CallToAction = {
  readonly headline: string;
  readonly text: string;
  /** The labels of its buttons. */
  readonly account: string;
  readonly rsoc: string;
};

declare module 'hono' {
  interface ContextVariableMap {
    /** Texts of all pages, which editors may replace in the CMS. */
    siteTexts: { readonly name: string; readonly description: string; readonly callToAction: CallToAction };
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
  /** Undefined outside of requests. */
  get callToAction() {
    return currentContext()?.get('siteTexts')?.callToAction;
  },
  separator: env.SITE_SEPARATOR,
  titleSeparator: env.SITE_TITLE_SEPARATOR,
  indexable: env.SITE_INDEXABLE,
  trailingSlash: env.SITE_TRAILING_SLASH,
  supportEmail: env.SUPPORT_EMAIL,
  /** Where domains should point; empty if that is not configured. */
  parking: { nameservers: env.PARKING_NAMESERVERS, addresses: env.PARKING_ADDRESSES, cnames: env.PARKING_CNAME },
  /** The recursive resolvers that the domain check asks. */
  dnsResolvers: env.DNS_RESOLVERS,
  /** How many domains a client may check per minute; 0: unlimited. */
  domainChecksPerMinute: env.DOMAIN_CHECKS_PER_MIN,
  /** Where customers log in; null: the site has no link to it. */
  loginUrl: env.LOGIN_URL,
} as const;
