/**
 * The failed stage: a chunk or style sheet, the RSC payload, hydration within the time limit of a click, or React
 * itself.
 */
export type FailureStage = 'chunk' | 'payload' | 'timeout' | 'render';

let isReported = false;

/**
 * Reports to the server, once per document, that this page could not be hydrated or lost a chunk. Only the first
 * failure is sent, since later ones follow from the first. The report contains the path without its query, and no user
 * input.
 */
export const reportFailure = (stage: FailureStage): void => {
  if (isReported) return;
  isReported = true;
  navigator.sendBeacon('/api/client-errors', JSON.stringify({ path: location.pathname, stage }));
};
