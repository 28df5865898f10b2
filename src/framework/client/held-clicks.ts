import { closestOf } from './closest.ts';

/** Dispatched on the document when React has taken over (`hydrated.tsx`). */
export const HYDRATED_EVENT = 'site:hydrated';

/** What an island shows before React is there; the pictures of a gallery are links, which it opens over the page. */
const ISLAND_CONTROL = '[data-island] :is(button, a[data-gallery-item])';

export type Press = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** A link that shall open elsewhere, or be saved, is the browser's. */
export const isNative = ({ button, altKey, ctrlKey, metaKey, shiftKey }: Press): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/**
 * Holds clicks on the controls of islands until React has taken over, then gives the last one to its control. That one is
 * busy in the meantime, which is seen and announced.
 *
 * @returns what gives the held click back at once, for when React cannot come: the control then does what it does natively.
 */
export const holdClicks = (hydrate: () => void): (() => void) => {
  let held: HTMLElement | null = null;

  const keep = (control: HTMLElement | null): void => {
    if (held) held.ariaBusy = null;
    held = control;
    if (held) held.ariaBusy = 'true';
  };

  const hold = (event: MouseEvent): void => {
    const control = closestOf(event, ISLAND_CONTROL);
    if (!control || (control instanceof HTMLAnchorElement && isNative(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keep(control);
    hydrate();
  };

  const release = (): void => {
    removeEventListener('click', hold, true);
    const control = held;
    keep(null);
    control?.click();
  };

  addEventListener('click', hold, true);
  document.addEventListener(HYDRATED_EVENT, release, { once: true });
  return release;
};
