import 'server-only';
import { inspect } from 'node:util';
import pino from 'pino';

type LogLine = {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly id?: string;
  readonly err?: { readonly stack?: string };
};

/** A line of the log for the terminal of a developer: without ids, and with the line breaks of stacks. */
export const toTerminalLine = (line: string): string => {
  const { level, time, msg, id: _, err, ...fields }: LogLine = JSON.parse(line);
  const { stack, ...details } = err ?? {};
  const shown = { ...fields, ...(Object.keys(details).length > 0 && { err: details }) };
  return [
    `${new Date(time).toLocaleTimeString()} ${pino.levels.labels[level]}: ${msg ?? ''}`,
    ...(Object.keys(shown).length > 0 ? [` ${inspect(shown, { breakLength: Number.POSITIVE_INFINITY })}`] : []),
    ...(stack ? [`\n${stack}`] : []),
    '\n',
  ].join('');
};

export const terminalOutput = { write: (line: string): void => void process.stdout.write(toTerminalLine(line)) };
