import 'server-only';
import { createServer, type RequestListener } from 'node:http';
import { env } from '../../env.ts';
import { log } from '../../log.ts';

const STOP_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Listens on `HOST` and `PORT`. On SIGTERM or SIGINT it takes no new connection, lets every request that has begun
 * finish, does what must be done before the end, and ends the process; connections are cut after 10 s.
 */
export const listen = (handle: RequestListener, { beforeExit }: { readonly beforeExit: () => Promise<void> }): void => {
  const server = createServer(handle);
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${env.HOST}:${env.PORT}`);
    process.exit(1);
  });
  server.listen(env.PORT, env.HOST, () => {
    log.info({ url: `http://localhost:${env.PORT}`, content: env.CMS_URL ?? 'snapshot' }, 'listening');
  });

  const stop = (): void => {
    log.info('stopping');
    server.close(() => void beforeExit().finally(() => process.exit(0)));
    // A connection that is kept alive counts as open long after its last answer.
    setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS).unref();
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};
