import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import type { Service } from '../site-options.ts';
import { forgetChangedEnvironment } from './development-environment.ts';
import { createServiceRunner } from './development-services.ts';
import { serverOf } from './server-entry.ts';

type DevelopmentServer = {
  readonly services: readonly Service[];
  readonly invalidateContent: () => void;
};

/** The directory whose changes Waku reports to open pages. */
const PRIVATE = 'private';
/** The same default as for the built site. */
const DEFAULT_PORT = 8080;
/** The first argument with which Waku reports an error in a component to `console.error`. */
const RENDER_ERROR = 'Error during rendering:';

const unescapeText = (part: unknown): string => String(part).replaceAll('\\n', '\n').replaceAll('\\x1b', '\x1b');

/** Restores the line breaks and colours of errors, which Waku escapes. */
const printErrors = ({ httpServer }: ViteDevServer): void => {
  const { error } = console;
  console.error = (...parts: unknown[]) => error(...(parts[0] === RENDER_ERROR ? parts.map(unescapeText) : parts));
  httpServer?.once('close', () => {
    console.error = error;
  });
};

/**
 * Runs the services of the site in Waku's development server, which passes requests to the same app as the built
 * server, and shows errors as a developer expects.
 */
export const developmentServer = (): Plugin => {
  /** Whether a browser may be showing an error, which the next edit may fix. */
  let hasFailed = false;

  return {
    name: 'framework:development-server',
    apply: 'serve',
    // The port is set here and not as an argument of the `waku` command, so that `.env` can set it, too.
    config: () => ({ server: { port: Number(process.env.PORT) || DEFAULT_PORT, strictPort: true } }),
    configureServer(server) {
      const { rsc } = server.environments;
      const entries = rsc?.config.build.rolldownOptions.input;
      if (!rsc || !('runner' in rsc) || typeof entries !== 'object' || Array.isArray(entries)) return;
      // Vite declares `runner` on one of its classes only, and does not know the types of the modules that it imports.
      const runner = rsc.runner as { import: (id: string) => Parameters<typeof serverOf<DevelopmentServer>>[0] };
      const runServices = createServiceRunner();
      let current: DevelopmentServer | null = null;

      /** Loads the current modules. If that fails, the next request reports the error. */
      const load = async (): Promise<void> => {
        try {
          current = await serverOf(runner.import(entries.index ?? ''));
          void runServices(current.services);
        } catch {}
      };

      forgetChangedEnvironment(server.watcher);
      printErrors(server);
      const privateDirectory = path.resolve(PRIVATE) + path.sep;
      server.watcher.on('all', (_event, file) => {
        if (path.resolve(file).startsWith(privateDirectory)) current?.invalidateContent();
      });
      server.httpServer?.once('listening', () => void load());
      server.httpServer?.once('close', () => void runServices([]));
      server.middlewares.use((_request, response, next) => {
        response.once('close', () => {
          hasFailed ||= response.statusCode >= 500;
          void load();
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
