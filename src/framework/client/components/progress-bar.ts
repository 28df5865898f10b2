const DELAY_MS = 200;

/** Shows a progress bar at the top of the window after 200 ms, until `stop` is called. */
export const startProgressBar = (): { readonly stop: () => void } => {
  let bar: HTMLElement | undefined;
  const timer = setTimeout(() => {
    bar = document.createElement('div');
    bar.className = 'progress-line';
    bar.setAttribute('role', 'progressbar');
    bar.setAttribute('aria-label', 'Loading the page');
    document.body.append(bar);
  }, DELAY_MS);

  return {
    stop: () => {
      clearTimeout(timer);
      bar?.remove();
    },
  };
};
