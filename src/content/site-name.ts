import 'server-only';
import { env } from '../env.ts';

let current = env.SITE_NAME;

/** The name that replaces `{brand}` in content: that of the CMS once it has been read, otherwise that of the configuration. */
export const siteName = (): string => current;

export const setSiteName = (name: string): void => {
  current = name;
};
