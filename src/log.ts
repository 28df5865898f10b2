import 'server-only';
import pino from 'pino';
import { env } from './env.ts';

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

/** Many lines are of one millisecond. */
const time = (): string => {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
};

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
  readonly id: string;
  readonly method: string | undefined;
  /** The path without its query, as JSON. */
  readonly pathJson: string;
  readonly status: number;
  readonly ms: number;
};

const tellsRequests = log.isLevelEnabled('info');

/**
 * The line for an answered request. There is one for every answer and most answers take microseconds, so it is put together
 * here. `id` holds letters, digits and `-_.` only.
 */
export const logRequest = ({ id, method, pathJson, status, ms }: AnsweredRequest): void => {
  if (status < 500 && !tellsRequests) return;
  if (status >= 500 && !log.isLevelEnabled('error')) return;
  const level = status >= 500 ? 50 : 30;
  output.write(
    `{"level":${level}${time()},"id":"${id}","method":"${method}","path":${pathJson},"status":${status},"ms":${ms},"msg":"request"}\n`,
  );
};
