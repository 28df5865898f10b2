import 'server-only';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { contentType } from 'mime-types';
import send from 'send';
import { z } from 'zod';
import { type Encoding, preferredEncoding } from './content-encoding.ts';
import type { ParsedRequest } from './parsed-request.ts';
import { sendPlainError } from './plain-responses.ts';
import { ASSETS } from './request-kind.ts';
import { imageHeaders } from './security-headers.ts';
import { decodePath } from './url-normalization.ts';

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

const listFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(directory.length)}/${name}`.split(path.sep).join('/'));

const cacheControlOf = (name: string): string => {
  if (name === LATEST_BUILD) return 'no-store';
  return name.startsWith(ASSETS) ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${DAY_S}`;
};

const sendError = (response: ServerResponse, status: 404 | 412 | 416): void => {
  for (const name of ['cache-control', 'content-encoding', 'content-type', 'etag', 'last-modified'])
    response.removeHeader(name);
  sendPlainError(response, status);
};

/**
 * 412 if a precondition failed, 416 if the range is outside the file (`send` has set Content-Range), 404 for any other
 * error.
 */
const toStatus = (error: unknown): 404 | 412 | 416 => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 404;
  return status === 412 || status === 416 ? status : 404;
};

/**
 * Serves the files of a build. Browsers may cache files below `/assets/`, whose names contain a hash, for a year, and
 * others for a day, but not `/builds/latest.json`. Encoded variants are chosen by `Accept-Encoding`. The files are
 * listed once, when the server starts. A missing file below `/assets/` is answered with 404 here; other paths without a
 * file are passed on.
 *
 * @param directory absolute, without a trailing separator.
 * @param prerendered the path of the build's list of prerendered files. They are for static hosts: this server renders
 *   them itself.
 */
export const createStaticFiles = (directory: string, prerendered: string) => {
  const excluded = readPrerendered(prerendered);
  const files = new Set(listFiles(directory).filter((name) => !excluded.has(name)));

  return (
    { pathname }: Pick<ParsedRequest, 'pathname'>,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): void => {
    const name = decodePath(pathname);
    if (name === null || !files.has(name)) {
      if (name?.startsWith(ASSETS)) sendError(response, 404);
      else next();
      return;
    }

    const encoding = preferredEncoding(request.headers['accept-encoding'], (candidate) =>
      files.has(name + EXTENSIONS[candidate]),
    );
    const type = contentType(path.basename(name)) || 'application/octet-stream';
    send(request, encodeURI(encoding ? name + EXTENSIONS[encoding] : name), {
      root: directory,
      index: false,
      cacheControl: false,
    })
      .on('headers', () => {
        response.setHeader('cache-control', cacheControlOf(name));
        response.setHeader('content-type', type);
        for (const [header, value] of Object.entries(imageHeaders(type))) response.setHeader(header, value);
        response.setHeader('vary', 'accept-encoding');
        if (encoding) response.setHeader('content-encoding', encoding);
      })
      .on('error', (error: unknown) => sendError(response, toStatus(error)))
      .pipe(response);
  };
};
