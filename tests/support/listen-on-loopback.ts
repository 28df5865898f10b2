import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server on a loopback port, by default a free one, and returns the port. */
export const listenOnLoopback = async (server: Server, ownPort = 0): Promise<number> => {
  server.listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};
