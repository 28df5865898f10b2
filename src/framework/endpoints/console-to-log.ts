import 'server-only';
import { format } from 'node:util';
import { log } from '../log.ts';

/** Writes the console output of libraries to the log, whose lines are all JSON. */
export const redirectConsoleToLog = (): void => {
  const levels = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const;
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (...parts: unknown[]) => log[level]({ text: format(...parts) }, 'console') });
  }
};
