import { createServer } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A loopback port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
};
