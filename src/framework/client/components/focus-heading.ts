/** Moves the focus to the page's heading, from where keyboard and screen reader go on after a client navigation. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
