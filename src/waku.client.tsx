import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as defaultRootOptions } from 'waku/client';
import { Router } from 'waku/router/client';
import { watchDeployments } from './framework/client/deployments.ts';
import { readPayload } from './framework/client/payload.ts';
import { reportFailure } from './framework/client/report-failure.ts';

const loadChunk = async (chunk: string): Promise<void> => {
  // Undefined where the page is about to be reloaded, because the chunk is gone (`framework/client/preload.ts`).
  const loaded: unknown = await import(/* @vite-ignore */ `/${chunk}`);
  if (!loaded) throw new Error(chunk);
};

/**
 * Hydrates the document, once everything that it takes is here: React answers a payload or a chunk that fails later by
 * throwing the document away, with what the visitor has typed.
 *
 * @param payload the response with the RSC payload; null where the document brings it itself, as in development.
 * @param chunks the scripts of the page, below the root of the site.
 * @throws {Error} when one of them fails. Nothing has been done to the document then.
 */
export const hydrateDocument = async (payload: Promise<Response> | null, chunks: readonly string[]): Promise<void> => {
  if (payload) {
    const [complete] = await Promise.all([readPayload(payload), ...chunks.map(loadChunk)]);
    // Where Waku looks for the payload of the first render.
    Object.assign(globalThis, { __WAKU_INITIAL_RSC__: { response: Promise.resolve(new Response(complete)) } });
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
