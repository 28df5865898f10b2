/** Runs a callback when the browser is idle, after two seconds at the latest. Safari has no `requestIdleCallback`. */
export const whenIdle = (callback: () => void): void => {
  window.requestIdleCallback?.(callback, { timeout: 2_000 }) ?? setTimeout(callback, 200);
};
