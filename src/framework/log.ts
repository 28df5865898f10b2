import 'server-only';
import pino from 'pino';
import { currentContext } from './context.ts';

const MAX_CAUSES = 3;

/**
 * Lines are written in batches, at the latest after 100 ms. While standard output is blocked or cannot be written, for example to
 * a file on a full disk, up to 4 MB are buffered and further lines dropped.
 */
const openOutput = () => {
  const output = pino.destination({
    dest: 1,
    sync: false,
    // sonic-boom measures the whole buffer whenever it appends a line, so a large one costs more than the writes that
    // it saves.
    minLength: 2 * 1024,
    maxWrite: 4 * 1024,
    maxLength: 4 * 1024 * 1024,
    periodicFlush: 100,
  });
  let isFailing = false;
  // Without a listener, pino throws the error. sonic-boom tries again at the next flush.
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  // sonic-boom would block the process until the write succeeds.
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
};

type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly cause?: LoggedError;
};

/**
 * The logged fields of an error. Other fields are omitted, because libraries attach whole commands with their
 * arguments.
 */
export const toLoggedError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined || depth === MAX_CAUSES ? {} : { cause: toLoggedError(cause, depth + 1) }),
  };
};

/** The request that a line belongs to, and the page that it renders. */
const describeRequest = (): { readonly id?: string; readonly path?: string } => {
  const c = currentContext();
  return c ? { id: c.get('requestId'), path: c.get('pageRequest')?.path ?? c.get('pathname') } : {};
};

/**
 * The log of the process: one JSON object per line on standard output, without anything that a visitor wrote.
 * `createSite` sets its level. A process that exits writes what is buffered; one that is killed loses up to 100 ms of
 * lines. The development server (`import.meta.hot`) prints lines for a terminal.
 */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: describeRequest,
    serializers: { err: (error: unknown) => toLoggedError(error) },
  },
  import.meta.hot
    ? pino.transport({ target: import.meta.resolve('pino-pretty'), options: { ignore: 'id', singleLine: true } })
    : openOutput(),
);
