import { readLatestBuildId } from '../latest-build.ts';

/** A tab that becomes visible again checks at once if its last check was at least this long ago. */
const MIN_INTERVAL_MS = 60_000;

let hasNewer = false;

/** Whether polling has found that a build other than that of this page is deployed. */
export const hasNewDeployment = (): boolean => hasNewer;

/**
 * Polls for a new deployment while the tab is visible, and checks at once when the tab becomes visible after a while.
 * Failed requests are ignored. Polling ends with the first new deployment: the next navigation loads a document of that
 * build.
 *
 * @param buildId the build of this page.
 * @param pollMs the polling interval in milliseconds.
 */
export const watchDeployments = (buildId: string, pollMs: number): void => {
  let checkedAt = Date.now();

  const check = async (): Promise<void> => {
    if (hasNewer || document.hidden) return;
    checkedAt = Date.now();
    const latest = await readLatestBuildId();
    hasNewer ||= latest !== null && latest !== buildId;
  };

  setInterval(check, pollMs);
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - checkedAt >= Math.min(pollMs, MIN_INTERVAL_MS)) void check();
  });
};
