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

/** Says that the page of the address bar is on screen now. */
export const noteShownPage = (): void => {
  shown = location.href;
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

/** Back to where the visitor left this page. */
export const restoreScroll = (): void => {
  const top = readPositions().find(([address]) => address === location.href)?.[1] ?? 0;
  scrollTo({ top, behavior: 'instant' });
};

/** The element that a hash names; null where none does. */
const targetOf = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** A browser that fades between documents now and then forgets the place that the address of the new one names. */
export const reachPlace = (): void => {
  const reach = (): void => {
    if (location.hash !== '' && scrollY === 0) targetOf(location.hash)?.scrollIntoView();
  };
  if (document.readyState === 'complete') reach();
  else addEventListener('load', reach, { once: true });
};

/** To the element of a hash, else to the top; smoothly, unless the visitor wants no motion (specification §2). */
export const scrollToTarget = (hash: string): void => {
  const behavior = isStill() ? 'instant' : 'smooth';
  const target = targetOf(hash);
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
