import { loadOptionally } from './chunk-load-failure.ts';
import { isDataScarce } from './data-saving.ts';
import { closestOf, whenIdle } from './dom.ts';

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
  const loadOnce = async (): Promise<void> => {
    if (listeners.signal.aborted) return;
    listeners.abort();
    await loadOptionally(load);
  };
  if (document.querySelector(`${selector}:is(:focus-within,:has([aria-busy=true]))`)) {
    void loadOnce();
    return;
  }
  for (const type of ['pointerdown', 'focusin']) {
    addEventListener(type, (event) => closestOf(event, selector) && loadOnce(), {
      capture: true,
      signal: listeners.signal,
    });
  }
  if (!isDataScarce()) whenIdle(() => void loadOnce());
};
