import 'server-only';

/** Work that was not started, because too much is waiting or it has waited for too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

type Limits = {
  readonly concurrency: number;
  readonly mostWaiting: number;
  readonly maxWaitMs: number;
};

/**
 * Runs a bounded number of tasks at a time. Further ones wait in their order.
 *
 * @returns a function that resolves with the result of its task, and rejects with `QueueFullError` where the task was not
 * started.
 */
export const createBoundedQueue = ({ concurrency, mostWaiting, maxWaitMs }: Limits) => {
  const waiting = new Set<() => void>();
  let running = 0;

  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= mostWaiting) {
        reject(new QueueFullError(`${mostWaiting} tasks are waiting already`));
        return;
      }
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new QueueFullError(`the task was not started within ${maxWaitMs} ms`));
      }, maxWaitMs);
      waiting.add(start);
    });

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < concurrency) running += 1;
    else await wait();
    try {
      return await task();
    } finally {
      // The next task takes over this place: a place given back could be taken by another task before it wakes up.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
};
