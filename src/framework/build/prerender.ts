import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Server = {
  readonly unstable_serverEntry: {
    readonly fetch: (request: Request) => Promise<Response>;
    readonly listPaths: () => Promise<readonly string[]>;
    readonly origin: string;
  };
};

const NOT_FOUND = '/404';

const fileOf = (pathname: string): string => {
  if (pathname === NOT_FOUND) return '404.html';
  return path.join(decodeURI(pathname), 'index.html');
};

/**
 * Asks the server that was just built for every page it can know, and writes the complete documents into
 * `dist/public`, which any static host can then serve alone.
 *
 * @throws {Error} that names the path which did not answer 200 (404 for the error page).
 */
export const prerender = async (dist: string): Promise<void> => {
  process.env.NODE_ENV = 'production';
  const { unstable_serverEntry: server }: Server = await import(pathToFileURL(path.join(dist, 'server/index.js')).href);

  const write = async (name: string, text: string): Promise<void> => {
    const file = path.join(dist, 'public', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };

  for (const pathname of [...(await server.listPaths()), NOT_FOUND]) {
    const response = await server.fetch(new Request(new URL(pathname, server.origin)));
    const expected = pathname === NOT_FOUND ? 404 : 200;
    if (response.status !== expected)
      throw new Error(`${pathname} answered ${response.status}, not ${expected}, while prerendering.`);
    const html = await response.text();
    await write(fileOf(pathname), html);
    const flight = /data-flight="([^"]+)"/.exec(html)?.[1];
    if (flight) await write(flight, await (await server.fetch(new Request(new URL(flight, server.origin)))).text());
  }
};
