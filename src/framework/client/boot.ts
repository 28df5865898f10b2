import { PICTURE_PREFIX } from '../../site/picture-address.ts';
import { closestOf } from './closest.ts';
import { startConsent } from './consent/start.ts';
import { watchDeployments } from './deployments.ts';
import { guardParts } from './failed-parts.ts';
import { holdClicks } from './held-clicks.ts';
import { whenIdle } from './idle.ts';
import { readKeptState } from './page-state.ts';
import { reachPlace } from './place.ts';
import { isAboutNextPage, markPointedLink } from './pointed-link.ts';
import { fetchOnce } from './preload.ts';
import { startTheme } from './theme.ts';

/**
 * The only script that a page loads by itself. The page is complete without React; React arrives at the visitor's
 * first sign of intent, and a click on an island that comes before it is held and given to the island then.
 */
const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;

/**
 * The payload of the very rendering that the document came from, which React takes it over with. The answer to a form
 * that was sent without React has none and stays as it is.
 */
const { flight: flightAddress, parts, poll, vitals } = document.documentElement.dataset;

const fetchFlight = (): void => {
  if (!flightAddress) return;
  const path = new URLSearchParams({ path: location.pathname + location.search });
  Object.assign(globalThis, {
    __WAKU_HYDRATE__: true,
    __WAKU_INITIAL_RSC__: { response: fetch(`${flightAddress}?${path}`) },
  });
};

let isHydrating = false;
let releaseClicks = (): void => undefined;

const hydrate = (): void => {
  if (isHydrating) return;
  isHydrating = true;
  for (const intent of INTENTS) removeEventListener(intent, hydrateOnIntent, true);
  fetchFlight();
  import('#waku-browser-entry').catch(() => releaseClicks());
  // The islands of the page, which React would ask for only when it has read the payload.
  for (const part of parts?.split(' ') ?? []) void fetchOnce(part);
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
  if (!isResting(event) && !isAboutCookies(event) && !isAboutNextPage(event)) hydrate();
};

if (import.meta.env.DEV) {
  hydrate();
} else if (flightAddress) {
  for (const intent of INTENTS) addEventListener(intent, hydrateOnIntent, { capture: true, passive: true });
  releaseClicks = holdClicks(hydrate);
  markPointedLink();
  // The address of an open picture is an intent that was there before the visitor.
  if (location.hash.startsWith(`#${PICTURE_PREFIX}`)) hydrate();
}
reachPlace();
guardParts();
if (readKeptState()) import('./restore-page-state.ts').catch(() => undefined);
startTheme();
startConsent();
// The face of the labels (styles/tokens.css) and the sheet for paper are fetched after what the first paint needs.
whenIdle(() => {
  document.documentElement.dataset.late = '';
  const forPaper = document.head.querySelector('noscript');
  forPaper?.insertAdjacentHTML('afterend', forPaper.textContent);
});
if (poll) watchDeployments(import.meta.env.WAKU_BUILD_ID ?? '', Number(poll) * 1_000);
// A page that is not measured says nothing, and no number is smaller than none.
if (Math.random() < Number(vitals)) import('./vitals.ts').catch(() => undefined);
