/** The part that failed: a chunk or style sheet, the RSC payload, a click that was held too long, or React itself. */
export type FailureStage = 'chunk' | 'payload' | 'timeout' | 'render';

let isReported = false;

/**
 * Tells the server, once per document, that this page could not be hydrated or lost a part. Only the first failure is
 * sent, since the later ones follow from it. The report holds the path without its query and nothing that was typed.
 */
export const reportFailure = (stage: FailureStage): void => {
  if (isReported) return;
  isReported = true;
  navigator.sendBeacon('/api/client-errors', JSON.stringify({ path: location.pathname, stage }));
};
