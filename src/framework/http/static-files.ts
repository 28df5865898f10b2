import 'server-only';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import path from 'node:path';
import { contentType } from 'mime-types';
import send from 'send';
import { z } from 'zod';
import { type Encoding, preferredEncoding } from './content-encoding.ts';
import { IMAGE_SECURITY_POLICY, isRasterImage } from './security-headers.ts';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;
/** Says which build is the newest: an old answer would be a wrong one. */
const LATEST = '/builds/latest.json';
const HASHED = /^\/(?:assets|flight)\//;
const EXTENSIONS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', zstd: '.zst' };

const PrerenderedFiles = z.array(z.string());

/** What the build prerendered lies among the files for static hosts; here pages and endpoints answer for themselves. */
const readPrerendered = (record: string): ReadonlySet<string> => {
  const names = existsSync(record) ? PrerenderedFiles.parse(JSON.parse(readFileSync(record, 'utf8'))) : [];
  return new Set(names.flatMap((name) => [name, ...Object.values(EXTENSIONS).map((extension) => name + extension)]));
};

const listFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(directory.length)}/${name}`.split(path.sep).join('/'));

const cacheControlOf = (name: string): string => {
  if (name === LATEST) return 'no-store';
  return HASHED.test(name) ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${DAY_S}`;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

const answerWithout = (response: ServerResponse, status: 404 | 412 | 416): void => {
  for (const name of ['cache-control', 'content-encoding', 'content-type', 'etag', 'last-modified'])
    response.removeHeader(name);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(STATUS_CODES[status]);
};

/** `send` has said already, in Content-Range, how long the file is of which a part was asked for that is not there. */
const answerError = (response: ServerResponse, error: unknown): void => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 404;
  // Anything else means that the file cannot be read, so that there is none to visitors.
  answerWithout(response, status === 412 || status === 416 ? status : 404);
};

/**
 * Serves the files that the build wrote: hashed ones for a year, the others for a day, in the form that the build
 * compressed where the client takes it. Only files that were there at the start are looked for; what is missing below
 * the hashed folders is answered here, so that nothing is rendered for it.
 *
 * @param directory its absolute path, without a separator at the end.
 * @param prerendered the build's record of the files that are not for this server.
 */
export const createStaticFiles = (directory: string, prerendered: string) => {
  const answered = readPrerendered(prerendered);
  const files = new Set(listFiles(directory).filter((name) => !answered.has(name)));

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const name = decode(request.url?.split('?')[0] ?? '/');
    if (name === null || !files.has(name)) {
      if (name !== null && /^\/assets\//.test(name)) answerWithout(response, 404);
      else next();
      return;
    }

    const encoding = preferredEncoding(request.headers['accept-encoding'] ?? null, (candidate) =>
      files.has(name + EXTENSIONS[candidate]),
    );
    send(request, encodeURI(encoding ? name + EXTENSIONS[encoding] : name), {
      root: directory,
      index: false,
      cacheControl: false,
    })
      .on('headers', (answer: ServerResponse) => {
        const type = contentType(path.basename(name)) || 'application/octet-stream';
        answer.setHeader('cache-control', cacheControlOf(name));
        answer.setHeader('content-type', type);
        if (isRasterImage(type)) answer.setHeader('content-security-policy', IMAGE_SECURITY_POLICY);
        answer.setHeader('vary', 'accept-encoding');
        if (encoding) answer.setHeader('content-encoding', encoding);
      })
      .on('error', (error: unknown) => answerError(response, error))
      .pipe(response);
  };
};
