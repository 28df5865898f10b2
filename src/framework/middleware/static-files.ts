import 'server-only';
import { existsSync, openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { contentType } from 'mime-types';
import { z } from 'zod';
import { toByteRange } from '../byte-range.ts';
import { type Encoding, matchesEtag, preferredEncoding } from '../cache/index.ts';
import type { Env } from '../context.ts';
import { ASSETS, type Fail } from '../render/index.ts';
import { imageHeaders } from '../security-headers.ts';
import { decodePath } from './canonical-url.ts';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;
/** The file with the id of the deployed build. It must never be stale. */
const LATEST_BUILD = '/builds/latest.json';
const EXTENSIONS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', zstd: '.zst' };

const PrerenderedFiles = z.array(z.string());

/** The names of the prerendered files and of their encoded variants. */
const readPrerendered = (manifest: string): ReadonlySet<string> => {
  const names = existsSync(manifest) ? PrerenderedFiles.parse(JSON.parse(readFileSync(manifest, 'utf8'))) : [];
  return new Set(names.flatMap((name) => [name, ...Object.values(EXTENSIONS).map((extension) => name + extension)]));
};

/** The ETag of each file, by its name. */
const listFiles = (directory: string): [string, string][] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const { size, mtimeMs } = statSync(path.join(parentPath, name));
      const file = `${parentPath.slice(directory.length)}/${name}`.split(path.sep).join('/');
      return [file, `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`];
    });

/** Null: the file was removed after the server has started. */
const openFile = async (file: string): Promise<Blob | null> => {
  try {
    return await openAsBlob(file);
  } catch {
    return null;
  }
};

const cacheControlOf = (name: string): string => {
  if (name === LATEST_BUILD) return 'no-store';
  return name.startsWith(ASSETS) ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${DAY_S}`;
};

/**
 * Serves the files of a build. Browsers may cache files below `/assets/`, whose names contain a hash, for a year, and
 * others for a day, but not `/builds/latest.json`. Encoded variants are chosen by `Accept-Encoding`. The files are
 * listed once, when the server starts, so no request for a page asks the disk for a file; this is what differs from
 * `serveStatic` of Hono, besides ETags. A missing file below `/assets/` is answered with 404 here.
 *
 * @param directory absolute, without a trailing separator.
 * @param prerendered the path of the build's list of prerendered files. They are for static hosts: this server renders
 *   them itself.
 */
export const staticFiles = (fail: Fail, directory: string, prerendered: string): MiddlewareHandler<Env> => {
  const excluded = readPrerendered(prerendered);
  const etags = new Map(listFiles(directory).filter(([name]) => !excluded.has(name)));

  return async (c, next) => {
    const name = decodePath(c.get('pathname')) ?? '';
    if (!etags.has(name)) return name.startsWith(ASSETS) ? fail(c, { statusCode: 404 }) : next();

    const encoding = preferredEncoding(c.req.header('accept-encoding'), (one) => etags.has(name + EXTENSIONS[one]));
    const file = encoding ? name + EXTENSIONS[encoding] : name;
    const etag = etags.get(file) ?? '';
    const type = contentType(path.basename(name)) || 'application/octet-stream';
    const headers: Record<string, string> = {
      'accept-ranges': 'bytes',
      'cache-control': cacheControlOf(name),
      'content-type': type,
      ...imageHeaders(type),
      etag,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    };
    if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    const ifMatch = c.req.header('if-match');
    if (ifMatch !== undefined && !matchesEtag(ifMatch, etag)) return fail(c, { statusCode: 412 });

    const blob = await openFile(directory + file);
    if (blob === null) return fail(c, { statusCode: 404 });
    const ifRange = c.req.header('if-range');
    const isSameVersion = ifRange === undefined || ifRange === etag;
    const range = isSameVersion ? toByteRange(c.req.header('range') ?? null, blob.size) : null;
    if (range === 'unsatisfiable')
      return fail(c, { statusCode: 416, headers: { 'content-range': `bytes */${blob.size}` } });
    const part = range ? blob.slice(range.start, range.end + 1) : blob;
    headers['content-length'] = String(part.size);
    if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${blob.size}`;
    return new Response(part.stream(), { status: range ? 206 : 200, headers });
  };
};
