import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PUBLIC = 'dist/public';

const known = new Map<string, string>();

/**
 * The `integrity` attribute for a script of the build, so that a browser runs it only unchanged, whoever delivers it. Empty
 * if there is no such file, as under the development server.
 *
 * @param url the path of the script: `/assets/index-3f2a.js`.
 */
export const integrityAttributeOf = (url: string): string => {
  const cached = known.get(url);
  if (cached !== undefined) return cached;
  let attribute = '';
  try {
    const hash = createHash('sha384').update(readFileSync(path.join(PUBLIC, url)));
    attribute = ` integrity="sha384-${hash.digest('base64')}"`;
  } catch {}
  known.set(url, attribute);
  return attribute;
};
