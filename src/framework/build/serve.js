// JavaScript, as start.js is: the first file of a process is read before there is a cache of compiled code, and taking the
// types out of it would load Node's TypeScript stripper at every start (30 ms).
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/**
 * Sets the JavaScript engine up, for the server and for the build. What it compiles is kept beside the server's code, so that
 * a start need not do it again: the build fills it, and it holds wherever the build is carried, in an engine with the same
 * flags.
 *
 * @param {string} dist the directory of the build.
 */
export const setUpEngine = (dist = 'dist') => {
  // What lives long while the server starts lives shortly in an answer: an engine that concludes from the one to the other
  // makes garbage of answers that only full collections take away (docs/decisions/0024).
  setFlagsFromString('--no-allocation-site-pretenuring');
  enableCompileCache({ directory: path.resolve(dist, 'compiled'), portable: true });
};

/**
 * Serves the build in `dist` below the working directory, whatever sources it was made from. It needs nothing but that,
 * `private/content` and the packages of production, and writes nowhere but in DATA_DIR; what the build had no reason
 * to compile is kept too, where `dist` can be written.
 */
export const serveBuild = async () => {
  process.env.NODE_ENV = 'production';
  setUpEngine();
  const { unstable_serverEntry: server } = await import(pathToFileURL(path.resolve('dist/server/index.js')).href);
  server.serve();
};

if (import.meta.main) await serveBuild();
