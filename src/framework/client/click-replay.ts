import { closestOf } from './closest.ts';
import { isModifiedClick } from './modified-click.ts';
import { reportFailure } from './report-failure.ts';

/** Dispatched on the document when React has hydrated it (`components/hydrated.client.tsx`). */
export const HYDRATED_EVENT = 'hydrated';

const HOLD_MS = 6_000;

/** The controls that client components handle: buttons inside of a `data-island` element, and links with that attribute. */
const CONTROLS = '[data-island] button, a[data-island]';

/**
 * Holds clicks on the controls of client components until React has hydrated the document, then replays the last one. Its
 * control is `aria-busy` in the meantime. A click is held for at most 6 s; a
 * navigation that begins meanwhile drops it.
 *
 * @returns a function that replays the held click at once and stops holding clicks, for when hydration fails: controls
 * then do what they do natively.
 */
export const startClickReplay = (hydrate: () => void): (() => void) => {
  let held: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    held?.removeAttribute('aria-busy');
    held = null;
  };

  const hold = (event: MouseEvent): void => {
    const control = closestOf(event, CONTROLS);
    if (!control || isModifiedClick(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held?.removeAttribute('aria-busy');
    held = control;
    held.setAttribute('aria-busy', 'true');
    // The limit counts from the first click.
    timer ??= setTimeout(() => {
      reportFailure('timeout');
      replay();
    }, HOLD_MS);
    hydrate();
  };

  const replay = (): void => {
    removeEventListener('click', hold, true);
    const control = held;
    drop();
    control?.click();
  };

  addEventListener('click', hold, true);
  addEventListener('beforeunload', drop);
  document.addEventListener(HYDRATED_EVENT, replay, { once: true });
  return replay;
};
