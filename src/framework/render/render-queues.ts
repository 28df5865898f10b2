import 'server-only';
import { createRenderQueue } from './render-queue.ts';

const SHARED_CONCURRENCY = 4;
/**
 * Rendering blocks the event loop. With two renders at a time, or without the pause, new connections wait for up to 400
 * ms during a burst of searches, since the event loop accepts one connection per turn (docs/decisions/0026).
 */
const CLIENT_CONCURRENCY = 1;
const CLIENT_PAUSE_MS = 20;
/** After this time a render, for example one that waits for the CMS, is rejected and no longer blocks the others. */
const CLIENT_TIMEOUT_MS = 10_000;
/** In development the first render compiles the modules of the page. */
const DEVELOPMENT_TIMEOUT_MS = 120_000;
/** Actions and previews mostly wait: for a captcha provider, the disk, Redis or the CMS. */
const ACTION_CONCURRENCY = 8;
/** This many renders take one to two seconds. */
const MAX_WAITING = 50;

/**
 * The queues for renders for the response cache (`shared`), for one client (`client`), and for actions and previews
 * (`action`).
 */
export const createRenderQueues = ({ isProduction }: { readonly isProduction: boolean }) => ({
  // Unlimited: no more renders wait than there are cacheable pages, and they may all have to wait for the CMS.
  shared: createRenderQueue({ name: 'shared', concurrency: SHARED_CONCURRENCY, maxWaiting: Infinity }),
  client: createRenderQueue({
    name: 'client',
    concurrency: CLIENT_CONCURRENCY,
    maxWaiting: MAX_WAITING,
    pauseMs: CLIENT_PAUSE_MS,
    timeoutMs: isProduction ? CLIENT_TIMEOUT_MS : DEVELOPMENT_TIMEOUT_MS,
  }),
  action: createRenderQueue({
    name: 'action',
    concurrency: ACTION_CONCURRENCY,
    maxWaiting: MAX_WAITING,
    pauseMs: CLIENT_PAUSE_MS,
  }),
});
