import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readDocumentLinks } from '../render/document-links.ts';
import { CONTENT_SUFFIX, ERROR_PAGE } from '../render/waku-urls.ts';
import { listPageChunks } from './page-chunks.ts';

type Server = {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly listPaths: () => Promise<readonly string[]>;
  readonly listEndpoints: () => readonly string[];
  readonly origin: string;
  readonly securityHeaders: Readonly<Record<string, string>>;
};

/** The file in which a static host looks for a page. */
const fileOf = (pathname: string): string =>
  pathname === ERROR_PAGE ? `${ERROR_PAGE}.html` : path.posix.join(decodeURI(pathname), 'index.html');

/**
 * The paths of resources that a document refers to and that the server renders: its RSC payload, social images and
 * calendar files.
 */
const listRendered = (html: string, origin: string): string[] => {
  const { payloadUrl, socialImages, hrefs } = readDocumentLinks(html);
  const calendars = hrefs.filter((href) => href.endsWith('.ics'));
  return [payloadUrl ?? [], socialImages, calendars].flat().map((url) => new URL(url, origin).pathname);
};

/**
 * Requests every page that is known at build time from the built server, the rendered resources that the pages refer
 * to, the content of the pages as JSON, and the endpoints without parameters. Writes the responses into `public`, so
 * that a static host can serve that folder alone.
 *
 * @param dist the directory of the build.
 * @throws {Error} with the path that did not respond with 200 (404 for the error page). A page without JSON content is
 *   not an error.
 */
export const prerender = async (dist: string) => {
  const built: { readonly unstable_serverEntry: Server } = await import(
    pathToFileURL(path.join(dist, 'server/index.js')).href
  );
  const server = built.unstable_serverEntry;
  const files = new Set<string>();

  const request = (pathname: string): Promise<Response> => server.fetch(new Request(new URL(pathname, server.origin)));

  const fetchBytes = async (pathname: string, expectedStatus = 200): Promise<Buffer> => {
    const response = await request(pathname);
    if (response.status !== expectedStatus)
      throw new Error(`Prerendering ${pathname}: status ${response.status} instead of ${expectedStatus}.`);
    return Buffer.from(await response.arrayBuffer());
  };

  const write = async (name: string, bytes: Buffer): Promise<void> => {
    const file = path.join(dist, 'public', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    files.add(name);
  };

  const writeDocument = async (pathname: string, expectedStatus: number): Promise<string> => {
    const bytes = await fetchBytes(pathname, expectedStatus);
    const html = bytes.toString();
    await write(fileOf(pathname), bytes);
    for (const rendered of listRendered(html, server.origin)) {
      if (!files.has(rendered)) await write(decodeURI(rendered), await fetchBytes(rendered));
    }
    return html;
  };

  const writeContent = async (pathname: string): Promise<void> => {
    const contentPath = path.posix.join(pathname, CONTENT_SUFFIX);
    const response = await request(contentPath);
    if (response.ok) await write(decodeURI(contentPath), Buffer.from(await response.arrayBuffer()));
  };

  const pages = [...(await server.listPaths())];
  const documents = new Map<string, string>();
  for (const pathname of pages) {
    documents.set(pathname, await writeDocument(pathname, 200));
    await writeContent(pathname);
  }
  await writeDocument(ERROR_PAGE, 404);
  for (const name of server.listEndpoints()) await write(name, await fetchBytes(name));

  return { pages, chunks: listPageChunks(documents), files: [...files].sort(), headers: server.securityHeaders };
};
