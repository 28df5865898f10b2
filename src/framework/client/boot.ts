import { startConsent } from '../../features/cookie-consent/start-consent.ts';
import { startTheme } from '../../features/site-shell/theme.ts';
import { IMAGE_ID_PREFIX } from '../../site/image-ids.ts';
import { scrollToAnchor } from './anchor-target.ts';
import { recoverFromChunkFailure } from './chunk-load-failure.ts';
import { startClickReplay } from './click-replay.ts';
import { closestOf } from './closest.ts';
import { whenIdle } from './idle.ts';
import { readSavedState } from './page-state.ts';
import { watchPageUnload } from './page-unload.ts';
import { isAboutNextPage, markPointedLink } from './pointed-link.ts';
import { fetchOnce } from './preload.ts';
import { reportFailure } from './report-failure.ts';

/**
 * The only script that a page loads by itself. The page is complete without React; React arrives at the visitor's
 * first sign of intent, and a click on an island that comes before it is held and given to the island then.
 */
const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;

/** A payload that takes longer than this is given up. */
const PAYLOAD_MS = 30_000;

/**
 * The payload of the very rendering that the document came from, which React takes it over with. The answer to a form
 * that was sent without React has none and stays as it is.
 */
const { flight: flightAddress, parts, vitals } = document.documentElement.dataset;

const fetchPayload = (): Promise<Response> => {
  const path = new URLSearchParams({ path: location.pathname + location.search });
  const response = fetch(`${flightAddress}?${path}`, { signal: AbortSignal.timeout(PAYLOAD_MS) });
  // Its failure is handled when React is there.
  response.catch(() => undefined);
  return response;
};

let isHydrating = false;
let releaseClicks = (): void => undefined;

/** Loads React and lets it take the document over. A page for which that fails stays as it is and works natively. */
const hydrate = async (): Promise<void> => {
  if (isHydrating) return;
  isHydrating = true;
  const leaving = watchPageUnload();
  const chunks = parts?.split(' ') ?? [];
  // The islands of the page, which React would ask for only when it has read the payload.
  chunks.forEach(fetchOnce);
  try {
    // In development the document brings its payload itself.
    const payload = import.meta.env.DEV ? null : fetchPayload();
    const react = await import('./entry.browser.ts');
    await react.hydrateDocument(payload, chunks);
  } catch {
    // If the navigation turns out to be a download, the visitor is still here and the next intent tries again.
    if (leaving.isLeaving()) isHydrating = false;
    else {
      releaseClicks();
      reportFailure('payload');
    }
  }
  leaving.stop();
};

/** What a visitor does about cookies needs no React. */
const isAboutCookies = (event: Event): boolean => !!closestOf(event, '#cookie-box, #cc-main');

/** A browser tells a page that appears under a resting pointer where the pointer is: as a move by nothing. */
const isResting = ({
  type,
  movementX,
  movementY,
}: Event & Partial<Pick<PointerEvent, 'movementX' | 'movementY'>>): boolean =>
  type === 'pointermove' && !(movementX || movementY);

const hydrateOnIntent = (event: Event): void => {
  if (!isHydrating && !isResting(event) && !isAboutCookies(event) && !isAboutNextPage(event)) void hydrate();
};

if (import.meta.env.DEV) {
  void hydrate();
} else if (flightAddress) {
  for (const intent of INTENTS) addEventListener(intent, hydrateOnIntent, { capture: true, passive: true });
  releaseClicks = startClickReplay(() => void hydrate());
  markPointedLink();
  // The address of an open picture is an intent that was there before the visitor.
  if (location.hash.startsWith(`#${IMAGE_ID_PREFIX}`)) void hydrate();
}
scrollToAnchor();
recoverFromChunkFailure();
if (readSavedState()) import('./restore-page-state.ts').catch(() => undefined);
startTheme();
startConsent();
// The face of the labels (styles/tokens.css) and the sheet for paper are fetched after what the first paint needs.
whenIdle(() => {
  document.documentElement.dataset.late = '';
  const forPaper = document.head.querySelector('noscript');
  forPaper?.insertAdjacentHTML('afterend', forPaper.textContent);
});
// A page that is not measured says nothing, and no number is smaller than none.
if (Math.random() < Number(vitals)) import('./web-vitals.ts').catch(() => undefined);
