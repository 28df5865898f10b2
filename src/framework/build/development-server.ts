import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Plugin } from 'vite';

/** The directory whose changes Waku reports to open pages. */
const PRIVATE = 'private';
/** In the paths of page files, with Vite's separators. */
const PAGES = '/src/pages/';
/** The same default as for the built site. */
const DEFAULT_PORT = 8080;
/** `CONTENT_CHANGED` of `development.ts`, which only the server can import. */
const CONTENT_CHANGED = 'framework:content-changed';

/**
 * Returns a function that removes the variables of an `.env` file from the environment, so that Waku, which restarts after a
 * change of the file, reads the new ones: it keeps variables that are set. Those that the file did not set stay.
 */
export const rememberVariables = (file: string, environment: NodeJS.ProcessEnv): (() => void) => {
  const variables = existsSync(file) ? Object.entries(parseEnv(readFileSync(file, 'utf8'))) : [];
  const names = variables.filter(([name, value]) => environment[name] === value).map(([name]) => name);
  return () => {
    for (const name of names) delete environment[name];
  };
};

/** Completes Waku's development server, which passes requests to the same app as the built server. */
export const developmentServer = (): Plugin => ({
  name: 'framework:development-server',
  apply: 'serve',
  config: ({ server }) => {
    // Waku has set the port of `--port` or `PORT`, else its own default. The site reads it from the environment.
    const port = (server?.strictPort && server.port) || DEFAULT_PORT;
    process.env.PORT = String(port);
    return { server: { port, strictPort: true } };
  },
  configureServer({ environments, watcher }) {
    const privateDirectory = path.resolve(PRIVATE) + path.sep;
    const environmentFile = path.resolve('.env');
    const forgetVariables = rememberVariables(environmentFile, process.env);
    watcher.on('all', (_event, file) => {
      if (path.resolve(file) === environmentFile) forgetVariables();
      if (path.resolve(file).startsWith(privateDirectory)) environments.rsc?.hot.send(CONTENT_CHANGED);
    });
  },
});

/**
 * Updates the module that imports the pages instead of a page that was removed: the plugin for React Server Components would try to
 * read the page, and its error would keep the router from learning that the page is gone.
 */
export const forgetRemovedPages = (): Plugin => ({
  name: 'framework:forget-removed-pages',
  apply: 'serve',
  hotUpdate: {
    order: 'pre',
    handler({ type, file, modules }) {
      if (type !== 'delete' || !file.includes(PAGES)) return;
      return modules.flatMap(({ importers }) => [...importers]);
    },
  },
});
