import { anchorTargetOf } from './anchor-target.ts';

const STORE = 'site:scroll';
const MOST_REMEMBERED = 50;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const readPositions = (): [string, number][] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
};

/** The address of the page on screen: when the visitor goes back, the browser's own is the next one already. */
let shown = '';

/** Says which page is on screen now. */
export const recordShownPage = (href: string): void => {
  shown = href;
};

/** Remembers how far the page that is being left was scrolled. */
export const rememberScroll = (): void => {
  try {
    const others = readPositions().filter(([address]) => address !== shown);
    sessionStorage.setItem(STORE, JSON.stringify([...others, [shown, scrollY]].slice(-MOST_REMEMBERED)));
  } catch {
    // Without a store the page begins at its top.
  }
};

/**
 * Ends a smooth scroll that is under way. One that is not ended before the page changes goes on for a frame and takes the
 * next page along. A scroll to the very place where the page is would end nothing.
 */
export const stopScroll = (): void => {
  scrollTo({ top: scrollY - 1, behavior: 'instant' });
};

/** Back to where the visitor left this page. */
export const restoreScroll = (): void => {
  const top = readPositions().find(([address]) => address === location.href)?.[1] ?? 0;
  scrollTo({ top, behavior: 'instant' });
};

/** To the element of a hash, else to the top; smoothly, unless the visitor wants no motion (specification §2). */
export const scrollToTarget = (hash: string): void => {
  const behavior = isStill() ? 'instant' : 'smooth';
  const target = anchorTargetOf(hash);
  if (target) target.scrollIntoView({ behavior });
  else scrollTo({ top: 0, behavior });
};

/** Lets the keyboard and a screen reader go on from the heading of the page that has come. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
