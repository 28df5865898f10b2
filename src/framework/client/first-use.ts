import { loadOptionally } from './chunk-load-failure.ts';
import { isDataScarce } from './data-saving.ts';
import { closestOf, whenIdle } from './dom.ts';

/** Resolves when the loads for a first use that have begun have ended. */
let loading: Promise<unknown> | undefined;

/**
 * Loads code that the visitor waits for, once the loads for a first use have ended. If both loaded the same code at the same time and
 * it failed, that might count as a failure of the optional load, and the page would not be reloaded (`chunk-load-failure.ts`).
 */
export const loadForUse = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  await loading;
  return load();
};

/**
 * Loads what the first use of a client component needs: as soon as the visitor uses the component (the focus is in it, or a
 * pointer is pressed in it), while React may still be hydrating the document, and otherwise when the browser is idle. With
 * `Save-Data`, or on a slow connection, it waits for the use. The module of the component calls this function, because that
 * module is evaluated before hydration begins. A failure has no effect, since the first use loads the same again.
 *
 * @param selector matches the elements of the component.
 */
export const loadForFirstUse = (selector: string, load: () => Promise<unknown>): void => {
  if (typeof document === 'undefined') return;
  const listeners = new AbortController();
  const loadOnce = (): void => {
    if (listeners.signal.aborted) return;
    listeners.abort();
    loading = Promise.all([loading, loadOptionally(load)]);
  };
  if (document.querySelector(`${selector}:is(:focus-within,:has([aria-busy=true]))`)) {
    loadOnce();
    return;
  }
  for (const type of ['pointerdown', 'focusin']) {
    addEventListener(type, (event) => closestOf(event, selector) && loadOnce(), {
      capture: true,
      signal: listeners.signal,
    });
  }
  if (!isDataScarce()) whenIdle(loadOnce);
};
