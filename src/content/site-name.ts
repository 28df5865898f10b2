import 'server-only';
import { env } from '../env.ts';
import { currentContext } from '../framework/shared.ts';

/** The name that replaces `{brand}` in content: that of the CMS in the current request, else that of the configuration. */
export const siteName = (): string => currentContext()?.get('siteTexts')?.name ?? env.SITE_NAME;

export const withBrand = (text: string): string => text.replaceAll('{brand}', () => siteName());
