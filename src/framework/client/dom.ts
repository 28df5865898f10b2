/** The closest element to the target of an event, itself included, that matches a selector. */
export const closestOf = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

export type ClickModifiers = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Whether a click on a link asks for something other than following it in this tab, such as a new tab or a download.
 */
export const isModifiedClick = (click: ClickModifiers): boolean =>
  click.button !== 0 || click.altKey || click.ctrlKey || click.metaKey || click.shiftKey;

/** The element that a hash refers to; null if there is none. */
export const anchorTargetOf = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** Runs a callback when the browser is idle, after two seconds at the latest. Safari has no `requestIdleCallback`. */
export const whenIdle = (callback: () => void): void => {
  window.requestIdleCallback?.(callback, { timeout: 2_000 }) ?? setTimeout(callback, 200);
};

/** Runs a callback when the page is loaded and the browser is idle. The `load` event waits for the boot script, which calls this. */
export const whenLoaded = (callback: () => void): void => {
  addEventListener('load', () => whenIdle(callback));
};
