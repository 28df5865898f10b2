import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from '../env.ts';

/** How long the reads of one request have waited for the content system; reads that wait side by side count once. */
type Budget = { spentMs: number; waiting: number; waitingSince: number };

const budgets = new AsyncLocalStorage<Budget>();

const now = () => performance.now();

const createBudget = (): Budget => ({ spentMs: 0, waiting: 0, waitingSince: 0 });

/**
 * Runs everything that one request needs (validation, rendering, an API route) so that all its reads together wait for the
 * content system at most `CMS_TIMEOUT_MS`. Only waiting counts: a request that queued for its turn to render loses nothing.
 * Inside another budget that one goes on; a read outside of any has a budget of its own.
 */
export const withReadBudget = <Value>(run: () => Value): Value =>
  budgets.getStore() === undefined ? budgets.run(createBudget(), run) : run();

/** Waits for a promise as long as the budget of the current request lasts. Null when it is used up. */
export const waitWithinBudget = async <Value>(promise: Promise<Value>): Promise<Value | null> => {
  const budget = budgets.getStore() ?? createBudget();
  const underWayMs = budget.waiting > 0 ? now() - budget.waitingSince : 0;
  const leftMs = env.CMS_TIMEOUT_MS - budget.spentMs - underWayMs;
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
