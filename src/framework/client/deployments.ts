import { readLatestId } from './latest-build.ts';

/** Spreads the requests of many open pages over a tenth of the interval. */
const JITTER = 0.1;

let isOutdated = false;

/** Whether a newer build than the one this page came from has been seen. */
export const hasNewDeployment = (): boolean => isOutdated;

/**
 * Asks from time to time, and whenever the tab becomes visible again, whether there is a new deployment. Never in a hidden
 * tab; a failure to ask is silent. Once there is one nothing more is asked: the next navigation loads it.
 *
 * @param buildId the build of this page.
 * @param pollMs how long an answer is good for.
 */
export const watchDeployments = (buildId: string, pollMs: number): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Date.now();

  const plan = (): void => {
    clearTimeout(timer);
    if (!isOutdated && !document.hidden) timer = setTimeout(ask, pollMs * (1 + Math.random() * JITTER));
  };

  const ask = async (): Promise<void> => {
    askedAt = Date.now();
    const latest = await readLatestId();
    isOutdated ||= latest !== null && latest !== buildId;
    plan();
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else if (!isOutdated && Date.now() - askedAt >= Math.min(pollMs, 60_000)) void ask();
    else plan();
  });
  plan();
};
