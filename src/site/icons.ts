import 'server-only';
import { quicklyValidateIconSet } from '@iconify/utils';
import { LRUCache } from 'lru-cache';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { log } from '../framework/log.ts';
import { findInstalledIcon, type IconData, pickIcon } from './installed-icons.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

/** Specification §9. */
const TIMEOUT_MS = 1_500;
const WEEK_MS = 604_800_000;
const UNKNOWN_MS = 600_000;
const FAILED_MS = 30_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_BODY_CHARACTERS = 64 * 1024;
const MAX_CACHE_CHARACTERS = 8 * 1024 * 1024;
const MAX_CONCURRENT = 4;

type Icons = { readonly found: Readonly<Record<string, IconData>>; readonly missing: readonly string[] };

const dispatcher = new Agent({ connections: MAX_CONCURRENT, maxResponseSize: MAX_RESPONSE_BYTES });
const kept = new LRUCache<string, IconData>({
  maxSize: MAX_CACHE_CHARACTERS,
  sizeCalculation: ({ body }) => body.length + 200,
  ttl: WEEK_MS,
});
/** Names that led to no icon, apart from the icons: a stranger who invents names pushes no icon out. */
const absent = new LRUCache<string, true>({ max: 5_000 });
const underway = new Map<string, Promise<void>>();

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
    // The public API says so of a collection that it does not know.
    if (response.status === 404) return null;
    throw new Error(`The icon API answers ${response.status}.`);
  }
  const set = quicklyValidateIconSet(await response.json());
  if (set?.prefix !== collection) throw new Error('The icon API answers with something that is no icon set.');
  return set;
};

const toHarmless = (icon: IconData): IconData | null => {
  const body = icon.body.length <= MAX_BODY_CHARACTERS ? sanitizeSvg(icon.body) : '';
  return body === '' ? null : { ...icon, body };
};

const askApi = async (collection: string, names: readonly string[]): Promise<void> => {
  try {
    const set = await fetchSet(collection, names);
    for (const name of names) {
      const icon = set && pickIcon(set, name);
      const harmless = icon && toHarmless(icon);
      if (harmless) kept.set(`${collection}:${name}`, harmless);
      else absent.set(`${collection}:${name}`, true, { ttl: UNKNOWN_MS });
    }
  } catch (error) {
    for (const name of names) absent.set(`${collection}:${name}`, true, { ttl: FAILED_MS });
    log.warn(
      { collection, reason: error instanceof Error ? error.message : String(error) },
      'Icons cannot be fetched.',
    );
  }
};

const find = (collection: string, name: string): IconData | null =>
  findInstalledIcon(collection, name) ?? kept.get(`${collection}:${name}`) ?? null;

/**
 * Icons by their names (`isIconName`): from the installed set, else from the icon API, which is waited for 1500 ms at most,
 * asked once for what several want at once, and not at all while it is busy with four other answers.
 */
export const readIcons = async (collection: string, names: readonly string[]): Promise<Icons> => {
  const unseen = [...new Set(names)]
    .filter((name) => !find(collection, name) && !absent.has(`${collection}:${name}`))
    .sort();
  if (env.ICON_API_URL !== null && unseen.length > 0) {
    const key = `${collection}:${unseen.join(',')}`;
    if (!underway.has(key) && underway.size < MAX_CONCURRENT) {
      underway.set(
        key,
        askApi(collection, unseen).finally(() => underway.delete(key)),
      );
    }
    await underway.get(key);
  }

  const icons = names.map((name) => ({ name, icon: find(collection, name) }));
  return {
    found: Object.fromEntries(icons.flatMap(({ name, icon }) => (icon ? [[name, icon]] : []))),
    missing: [...new Set(icons.flatMap(({ name, icon }) => (icon ? [] : [name])))],
  };
};
