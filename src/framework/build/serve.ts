import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const COMPILED = path.resolve('dist/compiled');

/**
 * Keeps what the JavaScript engine makes of the server's code beside it, so that a start need not do it again: the build fills
 * it, and it holds wherever the build is carried.
 */
export const keepCompiled = (): void => {
  enableCompileCache({ directory: COMPILED, portable: true });
};

type Server = { readonly unstable_serverEntry: { readonly serve: () => void } };

/**
 * Serves the build in `dist` below the working directory, whatever sources it was made from. It needs nothing but that,
 * `private/content` and the packages of production, and writes nowhere but in DATA_DIR; what the
 * build had no reason to compile is kept too, where `dist` can be written.
 */
export const serveBuild = async (): Promise<void> => {
  process.env.NODE_ENV = 'production';
  keepCompiled();
  const entry = pathToFileURL(path.resolve('dist/server/index.js')).href;
  const { unstable_serverEntry: server }: Server = await import(entry);
  server.serve();
};

if (import.meta.main) await serveBuild();
