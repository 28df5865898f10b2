import 'server-only';
import { env } from '../env.ts';

/** Pages that an operator keeps elsewhere (`PRIVACY_POLICY_URL`, `TERMS_URL`). */
const targets = new Map<string, string | null>([
  ['/privacy-policy', env.PRIVACY_POLICY_URL],
  ['/agb.php', env.TERMS_URL],
]);

/** Where a path leads by configuration; null where it is answered here. */
export const configuredRedirect = (path: string): string | null => targets.get(path) ?? null;
