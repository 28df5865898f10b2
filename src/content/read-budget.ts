import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from '../env.ts';

/** How long the reads of one request have waited for the CMS; reads that wait at the same time count once. */
const createBudget = () => ({ spentMs: 0, waiting: 0, waitingSince: 0 });

const budgets = new AsyncLocalStorage<ReturnType<typeof createBudget>>();

const now = () => performance.now();

/**
 * Runs all work of one request (validation, rendering, an endpoint), so that its reads together wait for the CMS for
 * `CMS_TIMEOUT_MS` at most. Only waiting counts, not the time in a render queue. A nested call uses the outer budget; a
 * read outside of any budget has its own.
 */
export const withReadBudget = <Value>(run: () => Value): Value =>
  budgets.getStore() === undefined ? budgets.run(createBudget(), run) : run();

/** Waits for a promise, but returns null when the budget of the current request is used up. */
export const waitWithinBudget = async <Value>(promise: Promise<Value>): Promise<Value | null> => {
  const budget = budgets.getStore() ?? createBudget();
  const currentWaitMs = budget.waiting > 0 ? now() - budget.waitingSince : 0;
  const leftMs = env.CMS_TIMEOUT_MS - budget.spentMs - currentWaitMs;
  if (leftMs <= 0) return null;
  if (budget.waiting === 0) budget.waitingSince = now();
  budget.waiting += 1;
  const { promise: timeUp, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, leftMs, null);
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
    budget.waiting -= 1;
    if (budget.waiting === 0) budget.spentMs += now() - budget.waitingSince;
  }
};
