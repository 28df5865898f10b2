const RELEASES = ['pointerup', 'pointercancel', 'keyup'] as const;

/**
 * Resolves once nothing on the page is pressed, and the click has been handled. Hints and errors must not appear or disappear during a press:
 * if the pressed button moves away from the pointer, the browser sends no click.
 */
export const whenReleased = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.querySelector(':active') === null) {
      resolve();
      return;
    }
    const released = new AbortController();
    const release = (): void => {
      released.abort();
      setTimeout(resolve);
    };
    for (const type of RELEASES) addEventListener(type, release, { signal: released.signal });
  });
