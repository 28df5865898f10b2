import 'server-only';

export type RenderQueueMetrics = {
  readonly finished: number;
  /** Rejected because the queue was full. */
  readonly rejected: number;
  /** Dropped because the client was gone before its turn. */
  readonly dropped: number;
  readonly waiting: number;
};

type RenderQueueOptions = {
  /** Renders that run at a time. */
  readonly concurrency: number;
  /** Renders that wait at a time; more are rejected. */
  readonly maxWaiting: number;
  /** After this many milliseconds a render no longer counts as running, so that one that never ends blocks nobody. */
  readonly timeoutMs?: number;
  /** The pause after a render. The event loop accepts one connection per turn, so it needs many turns between two renders. */
  readonly pauseMs?: number;
};

/** The queue is full. */
export class RenderQueueFullError extends Error {
  override name = 'RenderQueueFullError';
}

/** The client was gone before the turn of its render came. */
export class RenderDroppedError extends Error {
  override name = 'RenderDroppedError';
}

const TIMEOUT_MS = 30_000;

const withTimeout = async <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`a render took longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Bounds how much is rendered at a time. Between two renders the event loop runs, so that cached responses and health checks
 * are answered first.
 */
export const createRenderQueue = ({
  concurrency,
  maxWaiting,
  timeoutMs = TIMEOUT_MS,
  pauseMs = 0,
}: RenderQueueOptions) => {
  const waiting = new Set<() => void>();
  const count = { finished: 0, rejected: 0, dropped: 0 };
  let running = 0;

  const release = (): void => {
    const startNext = (): void => {
      const [next] = waiting;
      if (next === undefined) {
        running -= 1;
        return;
      }
      waiting.delete(next);
      next();
    };
    if (pauseMs > 0) setTimeout(startNext, pauseMs);
    else setImmediate(startNext);
  };

  /** Resolves when a render may start. */
  const acquire = async (signal: AbortSignal | undefined): Promise<void> => {
    const drop = (): RenderDroppedError => {
      count.dropped += 1;
      return new RenderDroppedError('the client is gone');
    };
    if (signal?.aborted) throw drop();
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) {
      count.rejected += 1;
      throw new RenderQueueFullError('too many renders are waiting');
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      waiting.delete(resolve);
      reject(drop());
    };
    waiting.add(resolve);
    signal?.addEventListener('abort', onAbort);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    /**
     * Runs a render when its turn comes.
     *
     * @param signal aborted when the client is gone.
     * @throws {RenderQueueFullError} when too many are waiting.
     * @throws {RenderDroppedError} when the signal is aborted before the turn comes.
     */
    run: async <Value>(render: () => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
      await acquire(signal);
      try {
        const value = await withTimeout(render(), timeoutMs);
        count.finished += 1;
        return value;
      } finally {
        release();
      }
    },

    metrics: (): RenderQueueMetrics => ({ ...count, waiting: waiting.size }),
  };
};

export type RenderQueue = ReturnType<typeof createRenderQueue>;
