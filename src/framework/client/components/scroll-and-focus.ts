import { anchorTargetOf, whenIdle } from '../dom.ts';
import { readSession, writeSession } from '../session-storage.ts';
import { isSamePage } from './link-target.ts';
import { currentEntry, shownEntry, shownPage, whenArrived } from './shown-page.ts';

const STORAGE_KEY = 'scroll-positions';
const MAX_POSITIONS = 50;

/**
 * A page that was left: its entry in the history, how far it was scrolled, and an element that was on screen, as its distance from the top
 * of the window and its place below `html` (`pathOf`). How far the page was scrolled depends on the estimated heights of
 * sections that the visitor has not seen; the place of the element does not.
 */
type Position = readonly [entry: string, scrolled: number, distance?: number, ...path: number[]];

const readPositions = (): Position[] => {
  try {
    const stored: unknown = JSON.parse(readSession(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
};

/** The index of an element among its siblings, after those of its ancestors. */
const pathOf = (element: Element): number[] => {
  const parent = element.parentElement;
  return parent ? [...pathOf(parent), [...parent.children].indexOf(element)] : [];
};

const elementAt = (path: readonly number[]): Element | undefined =>
  path.reduce<Element | undefined>((parent, index) => parent?.children[index], document.documentElement);

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/** The position of the page on screen. Its element is in the middle of the window; an open menu or dialog before it does not count. */
const readPosition = (): Position => {
  const inMiddle = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
  const element = inMiddle.find((candidate) => candidate.closest('main, footer'));
  return element ? [shownEntry(), scrollY, topOf(element), ...pathOf(element)] : [shownEntry(), scrollY];
};

export const saveScroll = (): void => {
  const others = readPositions().filter(([entry]) => entry !== shownEntry());
  writeSession(STORAGE_KEY, JSON.stringify([...others, readPosition()].slice(-MAX_POSITIONS)));
};

/**
 * Stops a smooth scroll, which would continue for a frame after the page has changed. Only scrolling to another
 * position stops it.
 */
export const stopScroll = (): void => {
  scrollTo({ top: scrollY - 1, behavior: 'instant' });
};

/** Makes the styles render sections outside the window, too: only then are positions exact. */
const renderAll = (isNeeded: boolean): void => {
  document.documentElement.toggleAttribute('data-render-all', isNeeded);
};

/** Scrolls as soon as `isThere`, unless the visitor has done something meanwhile. */
const scrollWhen = (isThere: () => boolean, scroll: () => void): void => {
  const ended = new AbortController();
  whenArrived(isThere, scroll, ended);
  for (const type of ['wheel', 'pointerdown', 'keydown'])
    addEventListener(type, () => ended.abort(), { passive: true, signal: ended.signal });
};

/** Scrolls to the element of a hash when the part with it arrives. */
const awaitTarget = (hash: string): void =>
  scrollWhen(
    () => anchorTargetOf(hash) !== null,
    () => {
      scrollToTarget(hash);
      focusStart(hash);
    },
  );

/** Opens the `details` elements around a target, as browsers do when they navigate to an anchor. */
const reveal = (target: HTMLElement): void => {
  const closed = target.parentElement?.closest<HTMLDetailsElement>('details:not([open])');
  if (!closed) return;
  closed.open = true;
  reveal(closed);
};

/** Reveals the element of a hash and scrolls to it, else to the top; smoothly, unless reduced motion is preferred. */
export const scrollToTarget = (hash: string): void => {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  const target = anchorTargetOf(hash);
  renderAll(target !== null);
  if (target) {
    reveal(target);
    target.scrollIntoView({ behavior });
    return;
  }
  scrollTo({ top: 0, behavior });
  if (hash.length > 1) awaitTarget(hash);
};

/** Whether a part of the page is still loading: fallbacks are inert. */
const isLoading = (): boolean => document.querySelector('main [inert]') !== null;

/** Scrolls to where the visitor has left the page; if that is not known, to the element of the hash or the top. */
export const restoreScroll = (): void => {
  const saved = readPositions().find(([entry]) => entry === currentEntry());
  if (!saved && anchorTargetOf(location.hash)) {
    scrollToTarget(location.hash);
    return;
  }
  renderAll(true);
  const [, scrolled = 0, distance, ...path] = saved ?? [];
  const scroll = (): void => {
    scrollTo({ top: scrolled, behavior: 'instant' });
    if (scrolled === 0 || distance === undefined || isLoading()) return;
    const element = elementAt(path);
    // An element of a closed part, such as a later step of a form, has no place.
    if (element?.getClientRects().length) scrollBy({ top: topOf(element) - distance, behavior: 'instant' });
  };
  scroll();
  // The fallbacks of parts have other elements, and another height.
  if (scrolled > 0 && isLoading()) scrollWhen(() => !isLoading(), scroll);
};

/**
 * Leaves scroll positions to `restoreScroll` until `signal` is aborted or the document is left. If the document is loaded again, the
 * browser restores its position, unless the router has pushed a URL whose document is loaded instead of the page on screen: that
 * position is of the page with the link.
 */
export const restoreScrollByScript = (signal: AbortSignal): void => {
  let isOnScreen = true;
  const takeOver = (): void => {
    history.scrollRestoration = 'manual';
  };
  const handBack = (): void => {
    if (isOnScreen) history.scrollRestoration = 'auto';
  };
  takeOver();
  // After a page of the back/forward cache is shown, Safari still restores its position.
  addEventListener('pageshow', () => whenIdle(takeOver), { signal });
  // Later the router may show the page of that URL, until the document is left.
  addEventListener(
    'beforeunload',
    () => {
      isOnScreen = isSamePage(new URL(shownPage()));
    },
    { signal },
  );
  addEventListener('pagehide', handBack, { signal });
  signal.addEventListener('abort', handBack);
};

/**
 * Focuses the place where keyboard and screen-reader users continue after a client navigation or an error: the element
 * of the hash, else the page's `h1`, else `main`, while the part with the `h1` is still loading.
 */
export const focusStart = (hash = ''): void => {
  const start =
    anchorTargetOf(hash) ??
    document.querySelector<HTMLElement>('h1:not([inert] *)') ??
    document.querySelector<HTMLElement>('main');
  if (!start) return;
  // A link or a control is focusable already, and −1 would take it out of the tab order.
  if (start.tabIndex < 0) start.tabIndex = -1;
  start.focus({ preventScroll: true });
};
