const DELAY_MS = 200;

/** What the bar needs without a style sheet. Sites style the rest by the attribute `data-progress`. */
const POSITION = { position: 'fixed', insetBlockStart: '0', insetInline: '0', inlineSize: '100%' } as const;

/** Shows a progress bar at the top of the window after 200 ms, until `stop` is called. */
export const startProgressBar = (label: string): { readonly stop: () => void } => {
  const bar = document.createElement('progress');
  bar.dataset.progress = '';
  bar.ariaLabel = label;
  Object.assign(bar.style, POSITION);
  const timer = setTimeout(() => document.body.append(bar), DELAY_MS);

  return {
    stop: () => {
      clearTimeout(timer);
      bar.remove();
    },
  };
};
