import 'server-only';
import { log } from '../log.ts';

const EXIT_TIMEOUT_MS = 1_000;

/**
 * Exits with code 1 after an uncaught exception or an unhandled rejection, since the state of the process is unknown.
 * `beforeExit` is given half a second to finish deliveries, because an interrupted delivery is retried after the restart
 * and may then be sent twice. The process exits after one second at the latest.
 */
export const exitOnUncaughtException = (beforeExit: (limitMs: number) => Promise<void>): void => {
  let isExiting = false;
  const exit = (error: unknown, event: string): void => {
    log.fatal({ err: error, event }, 'uncaught exception, shutting down');
    if (isExiting) return;
    isExiting = true;
    setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS);
    const exitNow = () => process.exit(1);
    beforeExit(EXIT_TIMEOUT_MS / 2).then(exitNow, exitNow);
  };
  process.on('uncaughtException', (error) => exit(error, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => exit(reason, 'unhandledRejection'));
};
