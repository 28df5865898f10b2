/** Nothing here comes from content: the box is written as HTML. */
const CONTENT = `
<h2 id="cookie-box-title">Cookies, briefly</h2>
<p id="cookie-box-text">Reading this site needs no cookies from anyone else. The forms can use an external captcha, if you allow it.</p>
<p data-plates><button type="button" value="all">Accept</button><button type="button" value="necessary">Reject</button></p>
<p><button type="button" value="settings">Manage preferences</button><a href="/privacy-policy">Privacy policy</a></p>`;

const SETTINGS = { all: 'acceptAll', necessary: 'rejectAll', settings: 'showPreferences' } as const;

const loadSettings = () => import('./consent-preferences.ts');

const isAnswer = (value: string): value is keyof typeof SETTINGS => value in SETTINGS;

/**
 * Shows the box at the bottom right (specification §4, "Cookie consent"). It blocks nothing and takes nothing: the focus
 * stays where it is, and comes back there. The library, which keeps the record of a choice, is fetched when
 * the visitor turns to the box.
 */
export const showBanner = (): void => {
  const box = document.createElement('div');
  box.id = 'cookie-box';
  box.role = 'dialog';
  box.setAttribute('aria-labelledby', 'cookie-box-title');
  box.setAttribute('aria-describedby', 'cookie-box-text');
  box.innerHTML = CONTENT;

  const warm = (): void => {
    loadSettings().catch(() => undefined);
  };
  box.addEventListener('pointerenter', warm, { once: true });

  let cameFrom: Element | null = null;
  const note = ({ target, relatedTarget }: FocusEvent): void => {
    if (!(target instanceof Element && box.contains(target))) return;
    warm();
    if (relatedTarget instanceof Element && !box.contains(relatedTarget)) cameFrom = relatedTarget;
  };
  const answer = ({ target }: MouseEvent): void => {
    if (!(target instanceof HTMLButtonElement) || !box.contains(target) || !isAnswer(target.value)) return;
    const given = SETTINGS[target.value];
    box.ariaBusy = 'true';
    void loadSettings()
      .then((settings) => settings[given]())
      .finally(() => {
        box.ariaBusy = null;
      });
  };
  const leave = (): void => {
    removeEventListener('focusin', note, true);
    removeEventListener('click', answer, true);
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
  };
  // Captured at the window: while React takes the page over, it keeps events from those behind it.
  addEventListener('focusin', note, true);
  addEventListener('click', answer, true);
  addEventListener('cc:onConsent', leave, { once: true });
  document.body.append(box);
};

/** Opens the dialog with the categories, whatever was chosen before. */
export const openPreferences = async (): Promise<void> => {
  const { showPreferences } = await loadSettings();
  await showPreferences();
};
