/** The visitor's own choice; without one the system's theme holds. */
const KEY = 'theme';
const SWITCH = '[data-theme-choice]';
const root = document.documentElement;

const toTheme = (text: string | null | undefined): string => (/^(?:light|dark)$/.test(text ?? '') ? (text ?? '') : '');

/** A browser may refuse its storage, then a choice holds for this page. */
const whereStored = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** The colours of the browser's own bars come as light, dark (src/pages/_root.tsx). */
const paintBars = (theme: string): void => {
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').entries()) {
    const own = index === 0 ? 'light' : 'dark';
    meta.media = theme === '' ? `(prefers-color-scheme: ${own})` : theme === own ? '' : 'not all';
  }
};

const press = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>(SWITCH)) {
    const isPressed = toTheme(button.dataset.themeChoice) === (root.dataset.theme ?? '');
    button.setAttribute('aria-pressed', String(isPressed));
  }
};

const show = (theme: string): void => {
  if (theme === '') delete root.dataset.theme;
  else root.dataset.theme = theme;
  paintBars(theme);
  press();
};

const showStored = (): void => show(toTheme(whereStored(() => localStorage.getItem(KEY))));

/**
 * Lets the visitor choose between the system's theme, light and dark: on every button `data-theme-choice`, now and after
 * each client navigation, and in the other windows of the site. The script in the head has set the theme of a document
 * that is loading.
 */
export const startTheme = (): void => {
  const choose = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>(SWITCH) : null;
    if (!button) return;
    const theme = toTheme(button.dataset.themeChoice);
    show(theme);
    whereStored(() => localStorage.setItem(KEY, theme));
  };

  showStored();
  new MutationObserver(press).observe(document.body, { childList: true, subtree: true });
  addEventListener('storage', showStored);
  // Captured at the window: while React takes the page over, it holds clicks back at the document.
  addEventListener('click', choose, true);
};
