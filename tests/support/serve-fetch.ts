import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import type { Env } from '../../src/framework/context.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

type Fetch = (request: Request, bindings: Env['Bindings']) => Response | Promise<Response>;

/** Serves an app on a free loopback port until the test ends, and returns its origin. */
export const serveFetch = async (fetch: Fetch): Promise<string> => {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
};
