/** The nearest element around the target of an event, itself included, that a selector matches. */
export const closestOf = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
