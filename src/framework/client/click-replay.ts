import { closestOf } from './closest.ts';
import { reportFailure } from './report-failure.ts';

/** Dispatched on the document when React has taken over (`hydrated.tsx`). */
export const HYDRATED_EVENT = 'site:hydrated';

/** A visitor who pressed something waits no longer than this for React. */
const HOLD_MS = 6_000;

/** What an island shows before React is there; the pictures of a gallery are links, which it opens over the page. */
const ISLAND_CONTROL = '[data-island] :is(button, a[data-gallery-item])';

export type Press = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** A link that shall open elsewhere, or be saved, is the browser's. */
export const isNative = ({ button, altKey, ctrlKey, metaKey, shiftKey }: Press): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/**
 * Holds clicks on the controls of islands until React has taken over, then replays the last one. Its control is busy in the
 * meantime, which is seen and announced. A click is held for 6 s at most; a navigation that begins meanwhile drops it.
 *
 * @returns a function that replays the held click at once and holds no more, for when hydration fails: controls then do
 * what they do natively.
 */
export const startClickReplay = (hydrate: () => void): (() => void) => {
  let held: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keep = (control: HTMLElement | null): void => {
    if (held) held.ariaBusy = null;
    held = control;
    if (held) held.ariaBusy = 'true';
  };

  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    keep(null);
  };

  const hold = (event: MouseEvent): void => {
    const control = closestOf(event, ISLAND_CONTROL);
    if (!control || (control instanceof HTMLAnchorElement && isNative(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keep(control);
    addEventListener('beforeunload', drop);
    timer ??= setTimeout(() => {
      reportFailure('timeout');
      release();
    }, HOLD_MS);
    hydrate();
  };

  const release = (): void => {
    removeEventListener('click', hold, true);
    removeEventListener('beforeunload', drop);
    const control = held;
    drop();
    control?.click();
  };

  addEventListener('click', hold, true);
  document.addEventListener(HYDRATED_EVENT, release, { once: true });
  return release;
};
