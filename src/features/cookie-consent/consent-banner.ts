import { acceptedCategories } from '../../site/consent.ts';

/** Constant HTML without any content of the CMS. */
const CONTENT = `
<h2 id="cookie-box-title">Cookies, briefly</h2>
<p id="cookie-box-text">You can read this site without third-party cookies. If you allow it, forms can use an external captcha and some pages can show videos.</p>
<p data-plates><button type="button" value="all">Accept</button><button type="button" value="necessary">Reject</button></p>
<p><button type="button" value="settings">Manage preferences</button><a href="/privacy-policy">Privacy policy</a></p>`;

const loadPreferences = () => import('./consent-preferences.ts');

type Preferences = Awaited<ReturnType<typeof loadPreferences>>;

const ACTIONS = {
  all: ({ accept }: Preferences) => accept('all'),
  necessary: ({ accept }: Preferences) => accept([]),
  settings: ({ showPreferences }: Preferences) => showPreferences(),
} as const;

/** The browser has restored the page, or the visitor has returned to its tab. */
const SHOWN = ['pageshow', 'focus'] as const;

const isAction = (value: string): value is keyof typeof ACTIONS => value in ACTIONS;

/**
 * Shows the banner at the bottom right. It is not modal and does not take the focus. If the focus is inside the banner when it closes,
 * the focus returns to the previous element. The library that stores the choice is loaded when pointer or focus enters the banner.
 */
export const showBanner = (): void => {
  const box = document.createElement('div');
  box.id = 'cookie-box';
  box.role = 'dialog';
  box.setAttribute('aria-labelledby', 'cookie-box-title');
  box.setAttribute('aria-describedby', 'cookie-box-text');
  box.innerHTML = CONTENT;

  const prefetch = (): void => {
    loadPreferences().catch(() => undefined);
  };
  box.addEventListener('pointerenter', prefetch, { once: true });

  let previousFocus: Element | null = null;
  const onFocus = ({ target, relatedTarget }: FocusEvent): void => {
    if (!(target instanceof Element && box.contains(target))) return;
    prefetch();
    if (relatedTarget instanceof Element && !box.contains(relatedTarget)) previousFocus = relatedTarget;
  };
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof HTMLButtonElement) || !box.contains(target) || !isAction(target.value)) return;
    box.ariaBusy = 'true';
    void loadPreferences()
      .then(ACTIONS[target.value])
      .finally(() => {
        box.ariaBusy = null;
      });
  };
  const returnFocus = (): void => {
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  };
  const remove = (): void => {
    removeEventListener('focusin', onFocus, true);
    removeEventListener('click', onClick, true);
    for (const type of SHOWN) removeEventListener(type, onShow);
    const hadFocus = box.contains(document.activeElement);
    // The preferences return the focus to the button of the banner that opened them.
    const isInPreferences = Boolean(document.activeElement?.closest('#cc-main'));
    box.remove();
    delete document.documentElement.dataset.cookieBox;
    if (hadFocus) returnFocus();
    else if (isInPreferences) addEventListener('cc:onModalHide', () => setTimeout(returnFocus), { once: true });
  };
  /** The choice may have been made on another page, from which the visitor comes back to this one, or in another tab. */
  const onShow = (): void => {
    if (acceptedCategories(document.cookie) !== null) remove();
  };
  // Captured at the window, because React stops events at the document while it hydrates.
  addEventListener('focusin', onFocus, true);
  addEventListener('click', onClick, true);
  addEventListener('cc:onConsent', remove, { once: true });
  for (const type of SHOWN) addEventListener(type, onShow);
  document.documentElement.dataset.cookieBox = '';
  document.body.append(box);
};
