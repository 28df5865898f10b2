import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Server = { readonly unstable_serverEntry: { readonly serve: () => void } };

/**
 * Serves the build in `dist` below the working directory, whatever sources it was made from. It needs nothing but that,
 * `private/content` and the packages of production, and writes nowhere but in DATA_DIR.
 */
export const serveBuild = async (): Promise<void> => {
  process.env.NODE_ENV = 'production';
  const entry = pathToFileURL(path.resolve('dist/server/index.js')).href;
  const { unstable_serverEntry: server }: Server = await import(entry);
  server.serve();
};

if (import.meta.main) await serveBuild();
