import 'server-only';
import { quicklyValidateIconSet } from '@iconify/utils';
import { LRUCache } from 'lru-cache';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { log } from '../framework/shared.ts';
import { findInstalledIcon, type IconData, pickIcon } from './installed-icons.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

/** Time limit of a request to the icon API (docs/requirements.md). */
const TIMEOUT_MS = 1_500;
const WEEK_MS = 604_800_000;
const NOT_FOUND_TTL_MS = 600_000;
const FAILURE_TTL_MS = 30_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_BODY_CHARACTERS = 64 * 1024;
const MAX_CACHE_CHARACTERS = 8 * 1024 * 1024;
const MAX_CONCURRENT = 4;

type Icons = { readonly found: Readonly<Record<string, IconData>>; readonly missing: readonly string[] };

const dispatcher = new Agent({ connections: MAX_CONCURRENT, maxResponseSize: MAX_RESPONSE_BYTES });
const cache = new LRUCache<string, IconData>({
  maxSize: MAX_CACHE_CHARACTERS,
  sizeCalculation: ({ body }) => body.length + 200,
  ttl: WEEK_MS,
});
/** Negative cache, separate from the icons so that requests for invented names cannot evict them. */
const missingNames = new LRUCache<string, true>({ max: 5_000 });
const inFlight = new Map<string, Promise<void>>();

const fetchSet = async (collection: string, names: readonly string[]) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${env.ICON_API_URL}/${collection}.json?icons=${names.join(',')}`, {
    dispatcher,
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (!response.ok) {
    await response.body?.cancel();
    // The public API's response for an unknown collection.
    if (response.status === 404) return null;
    throw new Error(`The icon API responded with ${response.status}.`);
  }
  const set = quicklyValidateIconSet(await response.json());
  if (set?.prefix !== collection) throw new Error('The icon API responded with something other than an icon set.');
  return set;
};

const sanitizeIcon = (icon: IconData): IconData | null => {
  const body = icon.body.length <= MAX_BODY_CHARACTERS ? sanitizeSvg(icon.body) : '';
  return body === '' ? null : { ...icon, body };
};

const loadFromApi = async (collection: string, names: readonly string[]): Promise<void> => {
  try {
    const set = await fetchSet(collection, names);
    for (const name of names) {
      const icon = set && pickIcon(set, name);
      const sanitized = icon && sanitizeIcon(icon);
      if (sanitized) cache.set(`${collection}:${name}`, sanitized);
      else missingNames.set(`${collection}:${name}`, true, { ttl: NOT_FOUND_TTL_MS });
    }
  } catch (error) {
    for (const name of names) missingNames.set(`${collection}:${name}`, true, { ttl: FAILURE_TTL_MS });
    log.warn({ collection, reason: error instanceof Error ? error.message : String(error) }, 'cannot fetch icons');
  }
};

const find = (collection: string, name: string): IconData | null =>
  findInstalledIcon(collection, name) ?? cache.get(`${collection}:${name}`) ?? null;

/**
 * Reads icons by name (`isIconName`) from the installed set, otherwise from the icon API. API requests time out after
 * 1,500 ms, and identical concurrent requests are deduplicated. While four requests are running, other icons that are not
 * cached are reported as missing.
 */
export const readIcons = async (collection: string, names: readonly string[]): Promise<Icons> => {
  const unknown = [...new Set(names)]
    .filter((name) => !find(collection, name) && !missingNames.has(`${collection}:${name}`))
    .sort();
  if (env.ICON_API_URL !== null && unknown.length > 0) {
    const key = `${collection}:${unknown.join(',')}`;
    if (!inFlight.has(key) && inFlight.size < MAX_CONCURRENT) {
      inFlight.set(
        key,
        loadFromApi(collection, unknown).finally(() => inFlight.delete(key)),
      );
    }
    await inFlight.get(key);
  }

  const icons = names.map((name) => ({ name, icon: find(collection, name) }));
  return {
    found: Object.fromEntries(icons.flatMap(({ name, icon }) => (icon ? [[name, icon]] : []))),
    missing: [...new Set(icons.flatMap(({ name, icon }) => (icon ? [] : [name])))],
  };
};
