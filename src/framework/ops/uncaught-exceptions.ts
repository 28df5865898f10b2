import 'server-only';
import { log } from '../log.ts';

const END_WITHIN_MS = 1_000;

/**
 * Ends the process when something was thrown that nobody caught: what it left half done is unknown, and whoever watches
 * over the process starts another. Accepted messages are on disk by then; `beforeExit` has a second to finish those on
 * their way, so that they are not sent twice.
 */
export const exitOnUncaughtException = (beforeExit: (limitMs: number) => Promise<void>): void => {
  let isEnding = false;
  const end = (error: unknown, event: string): void => {
    log.fatal({ err: error, event }, 'the process ends: nobody caught this');
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), END_WITHIN_MS);
    const finish = () => process.exit(1);
    beforeExit(END_WITHIN_MS / 2).then(finish, finish);
  };
  process.on('uncaughtException', (error) => end(error, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => end(reason, 'unhandledRejection'));
};
