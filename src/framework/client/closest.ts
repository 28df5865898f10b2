/** The closest element to the target of an event, itself included, that matches a selector. */
export const closestOf = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
