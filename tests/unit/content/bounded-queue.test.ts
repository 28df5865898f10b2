import { expect, onTestFinished, test, vi } from 'vitest';
import { createBoundedQueue, QueueFullError } from '../../../src/content/bounded-queue.ts';

const open = () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const queue = createBoundedQueue({ concurrency: 2, mostWaiting: 2, maxWaitMs: 1_000 });
  const started: string[] = [];
  const add = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = queue(() => {
      started.push(name);
      return promise;
    });
    result.catch(() => undefined);
    return { result, end: () => resolve(name) };
  };
  return { add, started };
};

test('work beyond the concurrency waits, in its order', async () => {
  const { add, started } = open();
  const [a, b] = ['a', 'b', 'c', 'd'].map(add);
  expect(started).toEqual(['a', 'b']);
  b?.end();
  await b?.result;
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b', 'c']);
  a?.end();
  await a?.result;
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('work beyond the length of the queue is rejected at once, and takes no place', async () => {
  const { add, started } = open();
  const [a] = ['a', 'b', 'c', 'd'].map(add);
  await expect(add('e').result).rejects.toThrow(QueueFullError);
  a?.end();
  await a?.result;
  await vi.advanceTimersByTimeAsync(0);
  add('f');

  expect(started).toEqual(['a', 'b', 'c']);
});

test('work that waits for too long is rejected and never started', async () => {
  const { add, started } = open();
  const [a, , c] = ['a', 'b', 'c'].map(add);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(c?.result).rejects.toThrow(QueueFullError);
  a?.end();
  await a?.result;
  await vi.advanceTimersByTimeAsync(0);

  expect(started).toEqual(['a', 'b']);
});
