/** Keeps `recoverFromChunkFailure`, which listens to the same event, from reloading the page. */
const ignoreFailure = (event: Event): void => event.stopImmediatePropagation();

/**
 * Starts to load what the first use of a client component needs, while React is still hydrating the document. This
 * happens only if the visitor is already using the component: the focus is in it, or a click on it is held until
 * hydration. The module of the component calls this function, because that module is evaluated before hydration begins.
 * A failure has no effect, since the first use loads the same again.
 *
 * @param selector matches the elements of the component.
 */
export const loadForFirstUse = async (selector: string, load: () => Promise<unknown>): Promise<void> => {
  if (typeof document === 'undefined') return;
  if (!document.querySelector(`${selector}:is(:focus-within,:has([aria-busy=true]))`)) return;
  addEventListener('vite:preloadError', ignoreFailure, true);
  await load().catch(() => undefined);
  removeEventListener('vite:preloadError', ignoreFailure, true);
};
