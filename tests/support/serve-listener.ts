import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** Serves a request listener on a loopback port, by default a free one, until the test ends, and returns its origin. */
export const serveListener = async (listener: RequestListener, port = 0): Promise<string> => {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listenOnLoopback(server, port)}`;
};
