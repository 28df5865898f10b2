/**
 * Focuses the page's `h1`, so that keyboard and screen-reader users continue there after a client navigation or an
 * error.
 */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
