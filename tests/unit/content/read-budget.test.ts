import { beforeEach, expect, test, vi } from 'vitest';
import { waitWithinBudget } from '../../../src/content/read-budget.ts';
import { env } from '../../../src/env.ts';
import { runInOwnContext } from '../../../src/framework/context.ts';

const LIMIT_MS = env.CMS_TIMEOUT_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
const answerAfter = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, 'answer');
  });

const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
  await vi.runAllTimersAsync();
  return work;
};

test('sequential reads share the budget of their request', async () => {
  const startedAt = performance.now();
  const { answers, tookMs } = await finish(
    runInOwnContext(async () => {
      const answers = [
        await waitWithinBudget(answerAfter(LIMIT_MS * 0.7)),
        await waitWithinBudget(answerAfter(LIMIT_MS * 0.7)),
        await waitWithinBudget(answerAfter(1)),
      ];
      return { answers, tookMs: performance.now() - startedAt };
    }),
  );

  expect(answers).toEqual(['answer', null, null]);
  expect(tookMs).toBe(LIMIT_MS);
});

test('concurrent reads count once', async () => {
  const answers = await finish(
    runInOwnContext(async () => [
      ...(await Promise.all([0.4, 0.5, 0.6].map((share) => waitWithinBudget(answerAfter(LIMIT_MS * share))))),
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.3)),
    ]),
  );

  expect(answers).toEqual(['answer', 'answer', 'answer', 'answer']);
});

test('time without a pending read does not count', async () => {
  const answer = await finish(
    runInOwnContext(async () => {
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.5));
      await answerAfter(LIMIT_MS * 10);
      return waitWithinBudget(answerAfter(LIMIT_MS * 0.4));
    }),
  );

  expect(answer).toBe('answer');
});

test('each request has its own budget', async () => {
  const useUp = () => waitWithinBudget(answerAfter(LIMIT_MS * 0.9));
  const twice = runInOwnContext(async () => [await useUp(), await useUp()]);
  const other = runInOwnContext(useUp);

  expect(await finish(Promise.all([twice, other]))).toEqual([['answer', null], 'answer']);
});

test('a read outside of a request has its own budget', async () => {
  const twice = async () => [
    await waitWithinBudget(answerAfter(LIMIT_MS * 0.9)),
    await waitWithinBudget(answerAfter(LIMIT_MS * 0.9)),
    await waitWithinBudget(answerAfter(LIMIT_MS * 1.1)),
  ];

  expect(await finish(twice())).toEqual(['answer', 'answer', null]);
});

test('a read with a shorter limit of its own leaves the rest of the budget to others', async () => {
  const answers = await finish(
    runInOwnContext(async () => [
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.5), LIMIT_MS * 0.1),
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.8)),
    ]),
  );

  expect(answers).toEqual([null, 'answer']);
});

test('the context is told of each wait, and not of a read that finds the budget used up', async () => {
  const onWait = vi.fn();
  await finish(
    runInOwnContext(async (c) => {
      c.set('onWait', onWait);
      await waitWithinBudget(answerAfter(1));
      await waitWithinBudget(answerAfter(LIMIT_MS));
      await waitWithinBudget(answerAfter(1));
      await waitWithinBudget(answerAfter(1), 0);
    }),
  );

  expect(onWait).toHaveBeenCalledTimes(2);
});
