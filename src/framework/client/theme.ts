/** The visitor's own choice; without one the system's theme holds. */
const KEY = 'theme';
const THEMES = ['light', 'dark'] as const;
const SWITCH = '[data-theme-choice]';

type Theme = (typeof THEMES)[number];

const toTheme = (text: string | null | undefined): Theme | null => THEMES.find((theme) => theme === text) ?? null;

/** A browser may refuse its storage, then a choice holds for this page. */
const remembered = (): Theme | null => {
  try {
    return toTheme(localStorage.getItem(KEY));
  } catch {
    return null;
  }
};

const remember = (theme: Theme | null): void => {
  try {
    if (theme) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // See above.
  }
};

const show = (theme: Theme | null): void => {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = /light|dark/.exec(meta.dataset.media ?? meta.media)?.[0];
    meta.dataset.media ??= meta.media;
    meta.media = theme ? (theme === own ? 'all' : 'not all') : meta.dataset.media;
  }
};

const press = (theme: Theme | null): void => {
  for (const button of document.querySelectorAll<HTMLElement>(SWITCH)) {
    const pressed = String(toTheme(button.dataset.themeChoice) === theme);
    if (button.getAttribute('aria-pressed') !== pressed) button.setAttribute('aria-pressed', pressed);
  }
};

/**
 * Lets the visitor choose between the system's theme, light and dark: on every button `data-theme-choice`, now and after
 * each client navigation, and in the other windows of the site. The script in the head has set the theme of a document
 * that is loading.
 */
export const startTheme = (): void => {
  let theme = remembered();
  const choose = (choice: Theme | null): void => {
    theme = choice;
    show(theme);
    press(theme);
  };

  choose(theme);
  new MutationObserver(() => press(theme)).observe(document.body, { childList: true, subtree: true });
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) choose(remembered());
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(SWITCH) : null;
    if (!button) return;
    choose(toTheme(button.dataset.themeChoice));
    remember(theme);
  });
};
