import { closestOf } from '../../framework/client/index.ts';

const SWITCH = '[data-theme-choice]';
const SYSTEM = 'system';

const root = document.documentElement;

const update = (): void => {
  const { theme = SYSTEM } = root.dataset;
  for (const button of document.querySelectorAll<HTMLElement>(SWITCH))
    button.ariaPressed = String(button.dataset.themeChoice === theme);
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').entries()) {
    // The first element is that of the light theme (src/pages/_root.tsx).
    const scheme = index === 0 ? 'light' : 'dark';
    if (theme === SYSTEM) meta.media = `(prefers-color-scheme:${scheme})`;
    else meta.media = theme === scheme ? '' : 'not all';
  }
};

const show = (theme: string): void => {
  root.dataset.theme = theme;
  update();
};

/** Shows the theme that was chosen on another page. */
const showChosen = (): void => {
  try {
    show(localStorage.theme ?? SYSTEM);
  } catch {
    // Without local storage each page has its own choice.
  }
};

const choose = (event: Event): void => {
  const theme = closestOf(event, SWITCH)?.dataset.themeChoice;
  if (!theme) return;
  show(theme);
  try {
    localStorage.theme = theme;
  } catch {
    // Without local storage the choice applies to this page only.
  }
};

/**
 * Makes every `data-theme-choice` button choose the system's theme, light or dark, also after a client navigation. The choice
 * applies to the other open and restored pages of the site, too. The inline script in the head has set the theme before the first paint
 * (src/site/theme-script.ts).
 */
export const startTheme = (): void => {
  update();
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
  addEventListener('storage', showChosen);
  // A page in the back/forward cache gets no events of the storage.
  document.addEventListener('visibilitychange', showChosen);
  // Captured at the window, because React stops events at the document while it hydrates.
  addEventListener('click', choose, true);
};
