import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readDocumentLinks } from '../render/document-links.ts';
import { CONTENT_SUFFIX, ERROR_PAGE } from '../render/urls.ts';
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
 *   not an error, nor is one that lies on another host.
 */
export const prerender = async (dist: string) => {
  const built: { readonly unstable_serverEntry: Server } = await import(
    pathToFileURL(path.join(dist, 'server/index.js')).href
  );
  const server = built.unstable_serverEntry;
  const files = new Set<string>();

  const targetOf = ({ headers }: Response): URL | null => {
    const location = headers.get('location');
    return location === null ? null : new URL(location, server.origin);
  };

  /** Follows a redirect within the site, such as one to the URL with a trailing slash. */
  const request = async (pathname: string): Promise<Response> => {
    const response = await server.fetch(new Request(new URL(pathname, server.origin)));
    const target = targetOf(response);
    return target?.origin === server.origin ? server.fetch(new Request(target)) : response;
  };

  const readBytes = async (pathname: string, response: Response, expectedStatus = 200): Promise<Buffer> => {
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

  const writeDocument = async (pathname: string, response: Response, expectedStatus = 200): Promise<string> => {
    const bytes = await readBytes(pathname, response, expectedStatus);
    const html = bytes.toString();
    await write(fileOf(pathname), bytes);
    for (const rendered of listRendered(html, server.origin)) {
      if (!files.has(rendered)) await write(decodeURI(rendered), await readBytes(rendered, await request(rendered)));
    }
    return html;
  };

  const writeContent = async (pathname: string): Promise<void> => {
    const contentPath = path.posix.join(pathname, CONTENT_SUFFIX);
    const response = await request(contentPath);
    if (response.ok) await write(decodeURI(contentPath), Buffer.from(await response.arrayBuffer()));
  };

  const documents = new Map<string, string>();
  for (const pathname of await server.listPaths()) {
    const response = await request(pathname);
    // A setting can move a page to another host.
    if (targetOf(response)) continue;
    documents.set(pathname, await writeDocument(pathname, response));
    await writeContent(pathname);
  }
  await writeDocument(ERROR_PAGE, await request(ERROR_PAGE), 404);
  for (const name of server.listEndpoints()) await write(name, await readBytes(name, await request(name)));

  return {
    pages: [...documents.keys()],
    chunks: listPageChunks(documents),
    files: [...files].sort(),
    headers: server.securityHeaders,
  };
};
