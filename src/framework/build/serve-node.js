// The build copies this file into its directory. `npm start` and `waku start` run it there.
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

// Variables that are already set take precedence. Tests set their own variables.
if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'production';
// The build has filled the cache. It stays valid when the build is moved, for the same version and flags of Node.js.
nodeModule.enableCompileCache({ directory: path.join(import.meta.dirname, 'compiled'), portable: true });
const server = await import(pathToFileURL(path.join(import.meta.dirname, 'server/index.js')).href);
server.unstable_serverEntry.serve();
