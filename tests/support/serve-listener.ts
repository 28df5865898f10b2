import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** Serves a request listener on a free loopback port until the test ends, and returns its origin. */
export const serveListener = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
};
