import { closestOf } from '../../framework/client/index.ts';

const STORAGE_KEY = 'theme';
const SWITCH = '[data-theme-choice]';
const SYSTEM = 'system';
/** In the order of the `theme-color` elements (src/pages/_root.tsx). */
const SCHEMES = ['light', 'dark'] as const;

const root = document.documentElement;

const update = (): void => {
  const { theme = SYSTEM } = root.dataset;
  for (const button of document.querySelectorAll<HTMLElement>(SWITCH))
    button.ariaPressed = String(button.dataset.themeChoice === theme);
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').entries()) {
    const scheme = SCHEMES[index];
    if (theme === SYSTEM) meta.media = `(prefers-color-scheme:${scheme})`;
    else meta.media = theme === scheme ? '' : 'not all';
  }
};

const show = (theme: string | null): void => {
  root.dataset.theme = theme ?? SYSTEM;
  update();
};

const choose = (event: Event): void => {
  const theme = closestOf(event, SWITCH)?.dataset.themeChoice;
  if (!theme) return;
  show(theme);
  try {
    localStorage[STORAGE_KEY] = theme;
  } catch {
    // Without local storage the choice applies to this page only.
  }
};

/**
 * Makes every `data-theme-choice` button choose the system's theme, light or dark, also after a client navigation. The choice
 * applies to the other open pages of the site, too. The inline script in the head has set the theme before the first paint
 * (src/site/theme-script.ts).
 */
export const startTheme = (): void => {
  update();
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY) show(newValue);
  });
  // Captured at the window, because React stops events at the document while it hydrates.
  addEventListener('click', choose, true);
};
