import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitWithinBudget, withReadBudget } from '../../../src/content/read-budget.ts';
import { env } from '../../../src/env.ts';

const LIMIT_MS = env.CMS_TIMEOUT_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
    withReadBudget(async () => {
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
    withReadBudget(async () => [
      ...(await Promise.all([0.4, 0.5, 0.6].map((share) => waitWithinBudget(answerAfter(LIMIT_MS * share))))),
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.3)),
    ]),
  );

  expect(answers).toEqual(['answer', 'answer', 'answer', 'answer']);
});

test('time without a pending read does not count', async () => {
  const answer = await finish(
    withReadBudget(async () => {
      await waitWithinBudget(answerAfter(LIMIT_MS * 0.5));
      await answerAfter(LIMIT_MS * 10);
      return waitWithinBudget(answerAfter(LIMIT_MS * 0.4));
    }),
  );

  expect(answer).toBe('answer');
});

test('a nested call uses the budget of the outer request, and each request has its own budget', async () => {
  const useUp = () => waitWithinBudget(answerAfter(LIMIT_MS * 0.9));
  const inner = withReadBudget(async () => {
    await useUp();
    return withReadBudget(useUp);
  });
  const other = withReadBudget(useUp);

  expect(await finish(Promise.all([inner, other]))).toEqual([null, 'answer']);
});

test('a read outside of a request has its own budget', async () => {
  const twice = async () => [
    await waitWithinBudget(answerAfter(LIMIT_MS * 0.9)),
    await waitWithinBudget(answerAfter(LIMIT_MS * 0.9)),
    await waitWithinBudget(answerAfter(LIMIT_MS * 1.1)),
  ];

  expect(await finish(twice())).toEqual(['answer', 'answer', null]);
});
