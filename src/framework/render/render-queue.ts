import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { BusyError } from '../busy-error.ts';
import { log } from '../log.ts';
import { defineCounter, defineGauge } from '../metrics-registry.ts';

type RenderQueueOptions = {
  /** A label of the metrics. */
  readonly name: string;
  /** The number of renders that run at the same time. */
  readonly concurrency: number;
  /** The number of renders that may wait; more are rejected. */
  readonly maxWaiting: number;
  /** The time after which a render is rejected and no longer counts as running, in milliseconds. */
  readonly timeoutMs?: number;
  /** The pause after a render, in milliseconds; at least one turn of the event loop. */
  readonly pauseMs?: number;
};

const TIMEOUT_MS = 30_000;

const OUTCOMES = ['finished', 'failed', 'rejected', 'dropped'] as const;

const renders = defineCounter({
  name: 'renders_total',
  help: 'Renders for the response cache (shared), a client or its action, by outcome: finished, failed, rejected (queue full), dropped (client gone).',
  labelNames: ['for', 'outcome'],
});

const waiting = defineGauge({ name: 'renders_waiting', help: 'Renders in the queue.', labelNames: ['for'] });

const withTimeout = async <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    log.error({ ms }, 'a render took too long');
    reject(new BusyError(`a render took longer than ${ms} ms`));
  }, ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Limits concurrent renders. The event loop runs between two renders, so that cached responses do not wait. */
export const createRenderQueue = ({
  name,
  concurrency,
  maxWaiting,
  timeoutMs = TIMEOUT_MS,
  pauseMs = 0,
}: RenderQueueOptions) => {
  // p-limit runs each render in the async context of its caller, which holds the time budget and the draft of the
  // request.
  const limit = pLimit(concurrency);
  const count = (outcome: (typeof OUTCOMES)[number], by = 1): void => renders.inc({ for: name, outcome }, by);
  for (const outcome of OUTCOMES) count(outcome, 0);
  const countWaiting = (): void => waiting.set({ for: name }, limit.pendingCount);
  countWaiting();

  return {
    /**
     * Runs a render when its turn comes.
     *
     * @param signal aborted when the client disconnects.
     * @throws {BusyError} if too many renders are waiting, or the render takes longer than `timeoutMs`.
     * @throws {Error} if the client disconnects before the render starts, and what the render throws.
     */
    run: async <Value>(render: () => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
      if (limit.activeCount >= concurrency && limit.pendingCount >= maxWaiting) {
        count('rejected');
        throw new BusyError('too many renders are waiting');
      }
      const result = Promise.withResolvers<Value>();
      void limit(async () => {
        countWaiting();
        if (signal?.aborted) {
          count('dropped');
          result.reject(new Error('the client has disconnected'));
          return;
        }
        try {
          result.resolve(await withTimeout(render(), timeoutMs));
          count('finished');
        } catch (error) {
          count('failed');
          result.reject(error);
        }
        await sleep(pauseMs);
      });
      countWaiting();
      return result.promise;
    },
  };
};
