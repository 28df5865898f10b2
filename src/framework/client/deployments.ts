const LATEST = '/builds/latest.json';
/** Spreads the requests of many open pages over a tenth of the interval. */
const JITTER = 0.1;

let isOutdated = false;

/** Whether a newer build than the one this page came from has been seen. */
export const hasNewDeployment = (): boolean => isOutdated;

/** The build that the server has now; null when it does not answer. */
export const readLatestId = async (): Promise<string | null> => {
  try {
    const response = await fetch(`${LATEST}?${Date.now()}`, { cache: 'no-store' });
    const { id }: { readonly id?: unknown } = await response.json();
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
};

/**
 * Asks from time to time, and whenever the tab is looked at again, whether there is a new deployment. Never in a hidden
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
