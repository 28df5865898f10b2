import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as defaultRootOptions } from 'waku/client';
import { Router } from 'waku/router/client';
import { reportFailure } from '../report-failure.ts';
import { watchDeployments } from './deployments.ts';
import { readPayload } from './payload.ts';

/**
 * Hydrates the document. The chunks of its client components must be loaded already.
 *
 * @param payload the response with the RSC payload; null if the document contains it, as in development.
 * @throws {Error} when `readPayload` rejects the payload. The document is then unchanged.
 */
export const hydrateDocument = async (payload: Response | null): Promise<void> => {
  if (payload) {
    const payloadBytes = await readPayload(payload);
    // Where Waku looks for the payload of the first render.
    Object.assign(globalThis, { __WAKU_INITIAL_RSC__: { response: Promise.resolve(new Response(payloadBytes)) } });
  }
  const { poll } = document.documentElement.dataset;
  if (poll) watchDeployments(import.meta.env.WAKU_BUILD_ID ?? '', Number(poll) * 1_000);
  hydrateRoot(
    document,
    <StrictMode>
      <Router />
    </StrictMode>,
    {
      ...defaultRootOptions,
      onUncaughtError: (error) => {
        reportError(error);
        reportFailure('render');
      },
    },
  );
};
