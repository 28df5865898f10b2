import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readDocumentLinks } from '../rsc/document-links.ts';
import { listPageChunks, type PageChunks } from './page-chunks.ts';

type Server = {
  readonly unstable_serverEntry: {
    readonly fetch: (request: Request) => Promise<Response>;
    readonly listPaths: () => Promise<readonly string[]>;
    readonly origin: string;
  };
};

const NOT_FOUND = '/404';
const MACHINE_FILES = ['/robots.txt', '/sitemap.xml', '/news/feed.xml'];

/** Where a static host looks for a page. */
const fileOf = (pathname: string): string =>
  pathname === NOT_FOUND ? '/404.html' : path.posix.join(decodeURI(pathname), 'index.html');

/** What a document needs beside it: the payload for the browser, its social card, a calendar file. */
const neededBy = (html: string, origin: string): string[] => {
  const { payloadUrl, socialImages, hrefs } = readDocumentLinks(html);
  const calendars = hrefs.filter((href) => href.endsWith('.ics'));
  return [payloadUrl ?? [], socialImages, calendars].flat().map((url) => new URL(url, origin).pathname);
};

/**
 * Asks the server that was just built for every page it can know, and for what these pages need, and writes the answers
 * into `dist/public`, which any static host can then serve alone.
 *
 * @returns the pages, what they need for their islands, and every file that was written: the running server answers
 * those itself.
 * @throws {Error} that names the path which did not answer 200 (404 for the error page).
 */
export const prerender = async (
  dist: string,
): Promise<{ readonly pages: string[]; readonly parts: PageChunks; readonly files: string[] }> => {
  process.env.NODE_ENV = 'production';
  // A build shares nothing with running instances, and an open connection would keep its process from ending.
  process.env.REDIS_URL = '';
  const { unstable_serverEntry: server }: Server = await import(pathToFileURL(path.join(dist, 'server/index.js')).href);
  const files = new Set<string>();

  const ask = async (pathname: string, expected = 200): Promise<Buffer> => {
    const response = await server.fetch(new Request(new URL(pathname, server.origin)));
    if (response.status !== expected) {
      throw new Error(`${pathname} answered ${response.status}, not ${expected}, while prerendering.`);
    }
    return Buffer.from(await response.arrayBuffer());
  };

  const write = async (name: string, bytes: Buffer): Promise<void> => {
    const file = path.join(dist, 'public', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    files.add(name);
  };

  const writeWithNeeds = async (pathname: string, expected: number): Promise<string> => {
    const bytes = await ask(pathname, expected);
    const html = bytes.toString();
    await write(fileOf(pathname), bytes);
    for (const needed of neededBy(html, server.origin)) {
      if (!files.has(needed)) await write(decodeURI(needed), await ask(needed));
    }
    return html;
  };

  const writePayload = async (pathname: string): Promise<void> => {
    const payload = path.posix.join(pathname, '_payload.json');
    const response = await server.fetch(new Request(new URL(payload, server.origin)));
    if (response.ok) await write(decodeURI(payload), Buffer.from(await response.arrayBuffer()));
  };

  const pages = [...(await server.listPaths())];
  const documents = new Map<string, string>();
  for (const pathname of pages) {
    documents.set(pathname, await writeWithNeeds(pathname, 200));
    await writePayload(pathname);
  }
  await writeWithNeeds(NOT_FOUND, 404);
  for (const name of MACHINE_FILES) await write(name, await ask(name));

  return { pages, parts: listPageChunks(documents), files: [...files].sort() };
};
