import 'server-only';
import pino from 'pino';
import { env } from '../env.ts';

/** Lines are written together: one by one they would cost more than the answers that most of them tell of. */
const TOGETHER_LENGTH = 65_536;
const LATEST_MS = 100;
/** While nobody takes the lines, so many bytes of them wait; more are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
const WARN = 40;
const DEEPEST_CAUSE = 3;

let lines = '';
let timer: NodeJS.Timeout | null = null;

const flush = (): void => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (lines === '') return;
  standardOutput.write(lines);
  lines = '';
};

const standardOutput = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES });

// pino calls this at the end of the process.
const writeAllNow = standardOutput.flushSync.bind(standardOutput);
standardOutput.flushSync = () => {
  flush();
  writeAllNow();
};

const output = {
  write: (line: string): void => {
    lines += line;
    if (lines.length >= TOGETHER_LENGTH) flush();
    else timer ??= setTimeout(flush, LATEST_MS).unref();
  },
};

let lastMs = 0;
let lastTime = '';
let lastBegin = '';

/** Many lines are of one millisecond. */
const readClock = (): void => {
  const now = Date.now();
  if (now === lastMs) return;
  lastMs = now;
  lastTime = `,"time":"${new Date(now).toISOString()}"`;
  lastBegin = joined('{"level":30', lastTime, ',"id":"');
};

const time = (): string => {
  readClock();
  return lastTime;
};

/** One piece of text: what `+` makes are trees, whose branches the garbage collector carries around line by line. */
const joined = (...parts: readonly unknown[]): string => parts.join('');

type ErrorLine = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly cause?: ErrorLine;
};

/** What the log says of an error. Libraries hang more on theirs, such as the command that failed with all that it carried. */
export const toErrorLine = (error: unknown, depth = 0): ErrorLine => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined || depth === DEEPEST_CAUSE ? {} : { cause: toErrorLine(cause, depth + 1) }),
  };
};

/**
 * The site's log: one JSON object a line on standard output, without anything a visitor wrote. Warnings leave at once, the rest
 * within 100 ms; what waits is written when the process ends.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: time,
    serializers: { err: (error: unknown) => toErrorLine(error) },
    hooks: {
      logMethod(args, method, level) {
        method.apply(this, args);
        if (level >= WARN) flush();
      },
    },
  },
  output,
);

export type AnsweredRequest = {
  readonly method: string | undefined;
  /** The path without its query, as JSON. */
  readonly pathJson: string;
  readonly status: number;
  readonly ms: number;
  /** Whether it was meant to fail, such as a probe during a planned stop. */
  readonly isPlanned?: boolean;
};

/** The line of an answered request without what is its own, the time and the id: the same for all answers of its kind. */
export type RequestLine = { readonly level: 30 | 50; readonly end: string };

export const toRequestLine = ({ method, pathJson, status, ms, isPlanned = false }: AnsweredRequest): RequestLine => ({
  level: status >= 500 && !isPlanned ? 50 : 30,
  end: joined('","method":"', method, '","path":', pathJson, ',"status":', status, ',"ms":', ms, ',"msg":"request"}\n'),
});

const tells = { 30: log.isLevelEnabled('info'), 50: log.isLevelEnabled('error') } as const;

/**
 * Writes the line for an answered request. There is one for every answer and most answers take microseconds, so it is put
 * together here. `id` holds letters, digits and `-_.` only.
 */
export const logRequest = (id: string, { level, end }: RequestLine): void => {
  if (!tells[level]) return;
  readClock();
  output.write((level === 30 ? lastBegin : joined('{"level":50', lastTime, ',"id":"')) + id + end);
};
