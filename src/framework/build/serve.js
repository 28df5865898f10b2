// JavaScript, because this is the first module of a process: for TypeScript, Node.js would load its type stripper,
// which takes 30 ms, before the compile cache is enabled.
import { existsSync } from 'node:fs';
// A default import: a named import would fail in a Node.js without `enableCompileCache`, before the version is checked.
import nodeModule from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The first version with portable compile caches. */
const [MAJOR, MINOR] = [24, 12];

const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number);
if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
  console.error(
    `The site needs Node.js ${MAJOR}.${MINOR} or newer, but this is ${process.version}: start it with node_modules/.bin/node, which npm installs.`,
  );
  process.exit(1);
}

/**
 * Loads `.env` if it exists. Variables that are already set take precedence. Tests (`NODE_ENV=test`) set their own
 * variables.
 */
export const readEnvFile = () => {
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
};

/**
 * Enables Node's compile cache in the directory of the build, so that a start does not compile the code again. The
 * build fills the cache. The cache stays valid when the build is moved, for the same version and flags of Node.js.
 *
 * @param {string} dist the directory of the build.
 */
export const enableCompileCache = (dist = 'dist') => {
  nodeModule.enableCompileCache({ directory: path.resolve(dist, 'compiled'), portable: true });
};

/**
 * The server that `createSite` returns, from a module that Waku has built.
 *
 * @template Server
 * @param {Promise<{ unstable_serverEntry: Server }>} module
 */
export const serverOf = async (module) => (await module).unstable_serverEntry;

/**
 * Serves the build in `dist` below the working directory. The server needs only that directory, the production
 * dependencies and the files that the site reads. The framework itself writes only the compile cache, if `dist` is
 * writable.
 */
const serveBuild = async () => {
  process.env.NODE_ENV = 'production';
  enableCompileCache();
  const server = await serverOf(import(/* @vite-ignore */ pathToFileURL(path.resolve('dist/server/index.js')).href));
  server.serve();
};

if (import.meta.main) {
  readEnvFile();
  await serveBuild();
}
