/** What the client entry dispatches on the document when React has taken over. */
export const HYDRATED_EVENT = 'site:hydrated';

const ISLAND_CONTROL = '[data-island] :is(button, input[type="submit"], [role="button"])';

/** The control of an island that a click is meant for, if it is meant for one. */
const islandControlOf = (target: EventTarget | null): HTMLElement | null => {
  const control = target instanceof Element ? target.closest(ISLAND_CONTROL) : null;
  return control instanceof HTMLElement ? control : null;
};

/** Holds clicks on the controls of islands until React has taken over, then gives the last one to its control. */
export const holdClicks = (hydrate: () => void): void => {
  let held: HTMLElement | null = null;

  const hold = (event: Event): void => {
    const control = islandControlOf(event.target);
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = control;
    hydrate();
  };

  addEventListener('click', hold, true);
  document.addEventListener(
    HYDRATED_EVENT,
    () => {
      removeEventListener('click', hold, true);
      if (held?.isConnected) held.click();
    },
    { once: true },
  );
};
