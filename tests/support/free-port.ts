import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** Below the ports that Linux gives to connections, one of which could take a port before its server starts. */
const [FIRST, LAST] = [11_000, 32_000];
const given = new Set<number>();

/** A loopback port that was free a moment ago, another one for each call. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(FIRST, LAST);
  if (given.has(port)) return freePort();
  given.add(port);
  const probe = createServer();
  try {
    await listenOnLoopback(probe, port);
  } catch {
    return freePort();
  }
  await new Promise((resolve) => probe.close(resolve));
  return port;
};
