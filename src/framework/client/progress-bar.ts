/** A page that comes sooner needs no sign that it is coming. */
const PATIENCE_MS = 200;

/** Shows a line at the top of the window when something takes longer than 200 ms, until it is stopped. */
export const createProgressBar = (): { readonly stop: () => void } => {
  let line: HTMLElement | undefined;
  const timer = setTimeout(() => {
    line = document.createElement('div');
    line.className = 'progress-line';
    line.setAttribute('role', 'progressbar');
    line.setAttribute('aria-label', 'Loading the page');
    document.body.append(line);
  }, PATIENCE_MS);

  return {
    stop: () => {
      clearTimeout(timer);
      line?.remove();
    },
  };
};
