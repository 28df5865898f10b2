import 'server-only';
import { env } from '../env.ts';
import { currentContext, currentReadBudget } from '../framework/shared.ts';

const now = () => performance.now();

/**
 * Waits for a promise, but returns null when the budget of the current request is used up: all its reads (validation,
 * rendering, an endpoint) together wait for the CMS for `CMS_TIMEOUT_MS` at most. Only waiting counts, not the time in a
 * render queue.
 *
 * @param maxMs a shorter limit for this wait, in milliseconds.
 */
export const waitWithinBudget = async <Value>(promise: Promise<Value>, maxMs = Infinity): Promise<Value | null> => {
  const budget = currentReadBudget();
  const currentWaitMs = budget.waiting > 0 ? now() - budget.waitingSince : 0;
  const leftMs = Math.min(env.CMS_TIMEOUT_MS - budget.spentMs - currentWaitMs, maxMs);
  if (leftMs <= 0) return null;
  currentContext()?.get('onWait')?.();
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
