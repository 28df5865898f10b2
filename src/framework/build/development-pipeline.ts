import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { serverOf } from './serve.js';

type DevelopmentServer = {
  readonly pipeline: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/** Runs the request pipeline of the site in Waku's development server, so that it responds as the built site does. */
export const developmentPipeline = (): Plugin => ({
  name: 'framework:development-pipeline',
  apply: 'serve',
  configureServer(server) {
    const { rsc } = server.environments;
    const entries = rsc?.config.build.rolldownOptions.input;
    if (!rsc || !('runner' in rsc) || typeof entries !== 'object' || Array.isArray(entries)) return;
    // Vite types `runner` only on one of its classes, and what it imports not at all.
    const runner = rsc.runner as { import: (id: string) => Parameters<typeof serverOf<DevelopmentServer>>[0] };
    server.middlewares.use((request, response, next) => {
      serverOf(runner.import(entries.index ?? ''))
        .then(({ pipeline }) => pipeline(request, response, next))
        .catch(next);
    });
  },
});
