import path from 'node:path';
import type { Plugin } from 'vite';

/** The directory whose changes Waku reports to open pages. */
const PRIVATE = 'private';
/** The same default as for the built site. */
const DEFAULT_PORT = 8080;
/** `CONTENT_CHANGED` of `development.ts`, which only the server can import. */
const CONTENT_CHANGED = 'framework:content-changed';

/** Completes Waku's development server, which passes requests to the same app as the built server. */
export const developmentServer = (): Plugin => {
  /** Whether a browser may be showing an error, which the next edit may fix. */
  let hasFailed = false;

  return {
    name: 'framework:development-server',
    apply: 'serve',
    // The port is set here and not as an argument of the `waku` command, so that `.env` can set it, too.
    config: () => ({ server: { port: Number(process.env.PORT) || DEFAULT_PORT, strictPort: true } }),
    configureServer({ environments, middlewares, watcher }) {
      const privateDirectory = path.resolve(PRIVATE) + path.sep;
      watcher.on('all', (_event, file) => {
        if (path.resolve(file).startsWith(privateDirectory)) environments.rsc?.hot.send(CONTENT_CHANGED);
      });
      middlewares.use((_request, response, next) => {
        response.once('close', () => {
          hasFailed ||= response.statusCode >= 500;
        });
        next();
      });
    },

    hotUpdate: {
      order: 'post',
      handler({ server }) {
        if (this.environment.name !== 'rsc' || !hasFailed) return;
        hasFailed = false;
        server.environments.client.hot.send({ type: 'full-reload' });
      },
    },
  };
};
