import 'server-only';
import { format } from 'node:util';
import { log } from '../log.ts';

/** What libraries write to the console becomes lines of the log: whoever collects it reads JSON only. */
export const redirectConsoleToLog = (): void => {
  const lines = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const;
  for (const [name, level] of Object.entries(lines)) {
    Object.assign(console, { [name]: (...parts: unknown[]) => log[level]({ text: format(...parts) }, 'console') });
  }
};
