import { closestOf, isModifiedClick } from './dom.ts';
import { reportFailure } from './report-failure.ts';

/**
 * The controls that client components handle: buttons inside a `data-island` element, and links with that attribute.
 */
const CONTROLS = '[data-island] button, a[data-island]';
const HOLD_MS = 6_000;

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
    replayClick();
  }, HOLD_MS);
};

/**
 * Holds clicks on the controls of client components until `replayClick` is called; the control is `aria-busy` in the
 * meantime. After 6 s the click is replayed natively. A navigation that begins in the meantime drops the click.
 */
export const holdClicks = (): void => {
  addEventListener('click', hold, true);
  addEventListener('beforeunload', drop);
};

/**
 * Stops holding clicks and replays the last one. Called when the document is hydrated, and when hydration fails or
 * takes too long: then the browser handles the click natively.
 */
export const replayClick = (): void => {
  removeEventListener('click', hold, true);
  const control = held;
  drop();
  control?.click();
};
