import { holdClicks, replayClick } from './click-replay.ts';
import { isDataScarce } from './data-saving.ts';
import { isUnloading } from './document-navigation.ts';
import { anchorTargetOf, closestOf, whenLoaded } from './dom.ts';
import { reportFailure } from './report-failure.ts';

/** `click` is included, because assistive technology may activate a control without the other events. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click'] as const;
const PAYLOAD_TIMEOUT_MS = 30_000;

/** Chromium dispatches a move without movement when a page appears under a resting pointer. */
const isResting = (event: PointerEvent): boolean =>
  event.type === 'pointermove' && !event.movementX && !event.movementY;

/** Browsers with speculation rules prerender the page of a link on hover; React would compete for the bandwidth. */
const isOnLink = (event: PointerEvent): boolean => closestOf(event, 'a:not([data-island])') !== null;

/**
 * @throws {Error} when the chunk cannot be loaded, also if the page will be reloaded because of that
 *   (`chunk-load-failure.ts`).
 */
const loadChunk = async (chunk: string): Promise<void> => {
  const loaded: unknown = await import(/* @vite-ignore */ `/${chunk}`);
  if (!loaded) throw new Error(chunk);
};

/** Fetches what hydration needs without running it, so that the first use waits only for the evaluation. */
const prefetch = (chunks: readonly string[], payloadUrl: string): void => {
  const links = chunks.map((chunk) => `<link rel=modulepreload crossorigin fetchpriority=low href=/${chunk}>`);
  document.head.insertAdjacentHTML('beforeend', links.join(''));
  // The payload stays in the browser's cache, because its URL names its content.
  fetch(payloadUrl, { priority: 'low' })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
};

/**
 * Fetches React when the page is idle, and hydrates the document at the visitor's first intent
 * (docs/decisions/0043). Everything that hydration needs is loaded first: if a payload or chunk failed later, React
 * would discard the document and what the visitor has typed. If something fails, the page stays as it is and works
 * natively. A document is hydrated at once if its hash refers to an element of a client component (`data-island`), and
 * in development, where it contains its payload.
 *
 * @param ignored selector of elements that work without React: events on them do not hydrate the document.
 */
export const hydrateOnIntent = (ignored?: string): void => {
  // At the end of the body. The boot script is deferred, so it has arrived.
  const { payload: url, chunks: chunkList } = document.getElementById('hydration')?.dataset ?? {};
  // The response to a form that was sent without React has no payload and is never hydrated.
  if (!url && !import.meta.env.DEV) return;

  const chunks = chunkList?.split(' ') ?? [];
  let isHydrating = false;

  // If the server has evicted the payload, it renders the payload again, for which it needs the path.
  const payloadUrl = `${url}?path=${encodeURIComponent(location.pathname + location.search)}`;

  const hydrate = async (): Promise<void> => {
    if (isHydrating) return;
    isHydrating = true;
    const startedAt = performance.now();
    try {
      const [{ hydrateDocument }, payload] = await Promise.all([
        import('./hydration/entry.browser.ts'),
        import.meta.env.DEV ? null : fetch(payloadUrl, { signal: AbortSignal.timeout(PAYLOAD_TIMEOUT_MS) }),
        ...chunks.map(loadChunk),
      ]);
      await hydrateDocument(payload);
    } catch {
      // A navigation has cancelled the requests. If the navigation turns out to be a download, the next intent tries
      // again.
      if (isUnloading(startedAt)) isHydrating = false;
      else {
        replayClick();
        reportFailure('payload');
      }
    }
  };

  const onIntent = (event: Event): void => {
    if (ignored && closestOf(event, ignored)) return;
    if (event instanceof PointerEvent && (isResting(event) || isOnLink(event))) return;
    void hydrate();
  };

  for (const intent of INTENTS) addEventListener(intent, onIntent, { capture: true, passive: true });
  // After the listeners above, since `holdClicks` stops the propagation of clicks.
  holdClicks();
  if (!import.meta.env.DEV && !isDataScarce()) whenLoaded(() => prefetch(chunks, payloadUrl));
  if (import.meta.env.DEV || anchorTargetOf(location.hash)?.closest('[data-island]')) void hydrate();
};
