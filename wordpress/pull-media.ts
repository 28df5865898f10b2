import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { toCmsAuthorization } from '../src/content/cms-password.ts';

/** Larger uploads, such as videos, are not part of the snapshot. `/media` does not serve larger images. */
const MAX_BYTES = 20 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;
const MAX_CONCURRENT_DOWNLOADS = 4;

const UPLOAD = /(?:^|["'])\/wp-content\/uploads\/(?<path>[^"'\s?#<>\\]+)/g;

const mapStrings = (value: unknown, convert: (text: string) => string): unknown => {
  if (typeof value === 'string') return convert(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, convert));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, convert)]));
};

/** Makes the URLs of the CMS relative, so that the snapshot does not depend on where it came from. */
export const withRelativeUrls = (content: unknown, cms: string): unknown => {
  const { host, pathname } = new URL(cms);
  const base = `${host}${pathname.replace(/\/+$/, '')}`;
  // Matches a URL at the start of a field or attribute, or after a comma in a `srcset`.
  const absolute = new RegExp(`(^|["']|, )https?://${base.replaceAll(/\W/g, '\\$&')}(?=/)`, 'g');
  return mapStrings(content, (text) => text.replace(absolute, '$1'));
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The paths below `wp-content/uploads` of the pictures and files in the content. Variants that only a `srcset` names are left out. */
export const listUploads = (content: unknown): string[] => {
  const paths = new Set<string>();
  mapStrings(content, (text) => {
    for (const { groups } of text.replaceAll(/ srcset="[^"]*"/g, '').matchAll(UPLOAD)) {
      const path = decode(groups?.path ?? '');
      if (!path.split('/').some((segment) => /^\.{0,2}$/.test(segment))) paths.add(path);
    }
    return text;
  });
  return [...paths].sort();
};

const download = async (url: string): Promise<Uint8Array | string> => {
  const response = await fetch(url, { headers: toCmsAuthorization(url), signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`the CMS responded with ${response.status}`);
    return `the CMS responded with ${response.status}`;
  }
  const bytes = await response.bytes();
  return bytes.byteLength > MAX_BYTES
    ? `it is larger than ${MAX_BYTES / 1024 / 1024} MB, the limit of the snapshot`
    : bytes;
};

/**
 * Downloads uploads into a directory. An upload that is too large, or for which the CMS responds with a 4xx status, is copied from the
 * previous snapshot if it is there.
 *
 * @throws {Error} when a request fails or the CMS responds with a server error.
 * @returns a line for each upload that is missing in the directory, with the reason.
 */
export const downloadUploads = async (
  cms: string,
  uploads: readonly string[],
  { directory, previous }: { readonly directory: string; readonly previous: string },
): Promise<string[]> => {
  const save = async (path: string): Promise<string[]> => {
    const file = join(directory, path);
    const url = `${cms}/wp-content/uploads/${path.split('/').map(encodeURIComponent).join('/')}`;
    const result = await download(url).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${url} could not be downloaded: ${reason}.`, { cause });
    });
    await mkdir(dirname(file), { recursive: true });
    if (typeof result !== 'string') await writeFile(file, result);
    else {
      const isCopied = await copyFile(join(previous, path), file).then(
        () => true,
        () => false,
      );
      if (!isCopied) return [`${path}: ${result}`];
    }
    return [];
  };
  return (await pLimit(MAX_CONCURRENT_DOWNLOADS).map(uploads, save)).flat();
};
