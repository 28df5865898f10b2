import 'server-only';
import { env } from '../env.ts';

/** Pages that can be hosted elsewhere (`PRIVACY_POLICY_URL`, `TERMS_URL`). */
const targets = new Map<string, string | null>([
  ['/privacy-policy', env.PRIVACY_POLICY_URL],
  ['/agb.php', env.TERMS_URL],
]);

/** The URL to which a path redirects by configuration; null if the site serves it itself. */
export const configuredRedirect = (path: string): string | null => targets.get(path) ?? null;
