import { closestOf } from '../../framework/client/closest.ts';

const KEY = 'theme';
const SWITCH = '[data-theme-choice]';
const SYSTEM = 'system';
const root = document.documentElement;

const press = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>(SWITCH))
    button.ariaPressed = String(button.dataset.themeChoice === (root.dataset.theme ?? SYSTEM));
};

/** The colours of the browser's own bars come as light, dark (src/pages/_root.tsx). */
const BARS = ['light', 'dark'] as const;

/** What is neither light nor dark is the system's. */
const show = (choice: string): void => {
  const theme = BARS.find((own) => own === choice);
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = theme ? (theme === BARS[index] ? '' : 'not all') : `(prefers-color-scheme:${BARS[index]})`;
  press();
};

const choose = (event: Event): void => {
  const button = closestOf(event, SWITCH);
  if (!button) return;
  const { themeChoice = SYSTEM } = button.dataset;
  show(themeChoice);
  try {
    localStorage[KEY] = themeChoice;
  } catch {
    // A browser may refuse its storage, then the choice holds for this page.
  }
};

/**
 * Lets the visitor choose between the system's theme, light and dark: on every button `data-theme-choice`, now and after
 * each client navigation, and in the other windows of the site. The script in the head has already set the theme.
 */
export const startTheme = (): void => {
  show(root.dataset.theme ?? SYSTEM);
  new MutationObserver(press).observe(document.body, { childList: true, subtree: true });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(newValue ?? SYSTEM);
  });
  // Captured at the window: while React takes the page over, it holds clicks back at the document.
  addEventListener('click', choose, true);
};
