import { getRequestListener } from '@hono/node-server';
import type { Env } from '../../src/framework/context.ts';
import { serveListener } from './serve-listener.ts';

type Fetch = (request: Request, bindings: Env['Bindings']) => Response | Promise<Response>;

/** Serves an app on a free loopback port until the test ends, and returns its origin. */
export const serveFetch = (fetch: Fetch): Promise<string> =>
  serveListener(getRequestListener(fetch, { overrideGlobalObjects: false }));
