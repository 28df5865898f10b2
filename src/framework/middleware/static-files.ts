import 'server-only';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { contentType } from 'mime-types';
import { z } from 'zod';
import { matchesEtag } from '../cache/index.ts';
import type { Env } from '../context.ts';
import { ASSETS, type Fail } from '../render/index.ts';
import { headersByType } from '../security-headers.ts';
import { decodePath } from './canonical-url.ts';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;
/** The file with the id of the deployed build. It must never be stale. */
const LATEST_BUILD = '/builds/latest.json';
/** The extensions of encoded variants. */
const ENCODED = /\.(?:br|gz)$/;
const ONE_BYTE_RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;

const PrerenderedFiles = z.array(z.string());

const readPrerendered = (manifest: string): readonly string[] =>
  existsSync(manifest) ? PrerenderedFiles.parse(JSON.parse(readFileSync(manifest, 'utf8'))) : [];

type Validators = { readonly etag: string; readonly lastModified: string };

/** The validators of each file, by its name. Encoded variants have the weak ETag of their file. */
const listFiles = (directory: string): [string, Validators][] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ENCODED.test(entry.name))
    .map(({ parentPath, name }) => {
      const { size, mtimeMs, mtime } = statSync(path.join(parentPath, name));
      const file = `${parentPath.slice(directory.length)}/${name}`.split(path.sep).join('/');
      const etag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
      return [file, { etag, lastModified: mtime.toUTCString() }];
    });

const cacheControlOf = (name: string): string => {
  if (name === LATEST_BUILD) return 'no-store';
  return name.startsWith(ASSETS) ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${DAY_S}`;
};

/**
 * Serves the files of a build. Browsers may cache files below `/assets/`, whose names contain a hash, for a year, and
 * others for a day, but not `/builds/latest.json`. A missing file below `/assets/` is answered with 404 here. Hono's
 * `serveStatic` has no ETags, ignores `If-Range`, and would ask the disk for a file for each request of a page: the
 * files are listed once, when the server starts.
 *
 * @param directory absolute, without a trailing separator.
 * @param prerendered the path of the build's list of prerendered files. They are for static hosts: this server renders
 *   them itself.
 */
export const staticFiles = (fail: Fail, directory: string, prerendered: string): MiddlewareHandler<Env> => {
  const files = new Map(listFiles(directory));
  for (const name of readPrerendered(prerendered)) files.delete(name);
  const serve = serveStatic<Env>({ root: directory, precompressed: true });

  return async (c, next) => {
    const name = decodePath(c.get('pathname')) ?? '';
    const file = files.get(name);
    if (file === undefined) return name.startsWith(ASSETS) ? fail(c, { statusCode: 404 }) : next();

    const { etag, lastModified } = file;
    const headers = {
      'cache-control': cacheControlOf(name),
      etag,
      vary: 'accept-encoding',
      ...headersByType(contentType(path.basename(name)) || null),
    };
    if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    // A part of a file that has changed would not fit to the part that the client has (RFC 9110, section 13.1.5). Weak ETags never match.
    const isSameFile = (c.req.header('if-range') ?? lastModified) === lastModified;
    // `serveStatic` would send 206 for them all, with bytes for another unit and the whole file for several ranges.
    if (!isSameFile || !ONE_BYTE_RANGE.test(c.req.header('range') ?? '')) c.req.raw.headers.delete('range');
    const response = await serve(c, async () => undefined);
    if (!response) return fail(c, { statusCode: 404 });
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
    return response;
  };
};
