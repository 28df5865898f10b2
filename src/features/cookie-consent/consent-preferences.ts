import * as library from 'vanilla-cookieconsent';
import 'vanilla-cookieconsent/dist/css-components/base.css';
import 'vanilla-cookieconsent/dist/css-components/light-scheme.css';
import 'vanilla-cookieconsent/dist/css-components/preferences-modal.css';
import { closestOf, isModifiedClick } from '../../framework/client/index.ts';
import { acceptedCategories } from '../../site/consent.ts';
import './consent-preferences.css';
import { RECORD_COOKIE, RECORD_DAYS, toSummaryCookie } from './consent-record.ts';

/** Only constant texts, because the library inserts them as HTML. */
const TEXTS = {
  preferencesModal: {
    title: 'Cookie settings',
    acceptAllBtn: 'Accept all',
    acceptNecessaryBtn: 'Reject all',
    savePreferencesBtn: 'Save preferences',
    closeIconLabel: 'Close',
    sections: [
      {
        title: 'Necessary',
        description:
          'Remembers this choice: <code>cc_cookie</code> for 182 days and <code>cookies_consent</code> for one year. Always on.',
        linkedCategory: 'necessary',
      },
      {
        title: 'Captcha',
        description:
          'Lets a form load a captcha provider’s script from the provider’s host, which then sees your IP address. You can also send forms without it, under stricter limits.',
        linkedCategory: 'captcha',
      },
      {
        title: 'Videos',
        description:
          'Lets a video load the YouTube or Vimeo player when you start it. The provider then sees your IP address and may set its own cookies. Without it, a video is a link to its page.',
        linkedCategory: 'videos',
      },
      { description: 'Everything else about your data is in the <a href="/privacy-policy">privacy policy</a>.' },
    ],
  },
};

const storeSummary = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and missing in some browsers.
  document.cookie = toSummaryCookie(library.getUserPreferences(), location.protocol === 'https:');
};

/** Closes the dialog when the visitor follows its link or goes back: the router shows another page in the same document. */
const closeWithPage = ({ modal }: { readonly modal: HTMLElement }): void => {
  addEventListener('popstate', library.hidePreferences);
  modal.addEventListener('click', (event) => {
    if (closestOf(event, 'a[href]') && !isModifiedClick(event)) library.hidePreferences();
  });
};

/**
 * Ignores the second click of a double click that has closed banner or dialog: it would hit what was behind them. Not shared with
 * `forms/use-steps.ts`: the boot script would have to name a shared chunk, and is as large as it may be.
 */
const ignoreSecondClick = (): void => {
  const ignore = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true, once: true });
};

/** Whether the choice was changed in another tab: the library reads its record only once, and stores no choice that it knows already. */
const isOutdated = (): boolean => {
  const known = library.getUserPreferences().acceptedCategories;
  const stored = acceptedCategories(document.cookie) ?? [];
  return stored.length !== known.length || known.some((category) => !stored.includes(category));
};

let running: Promise<void> | undefined;

/** The library stores the record and shows the preferences; the banner is our own (`consent-banner.ts`). */
const run = (): Promise<void> => {
  if (running && isOutdated()) {
    library.reset();
    running = undefined;
  }
  running ??= library.run({
    autoShow: false,
    // Otherwise the library would hide the preferences from automated browsers, and so from tests.
    hideFromBots: false,
    cookie: { name: RECORD_COOKIE, expiresAfterDays: RECORD_DAYS },
    guiOptions: { preferencesModal: { layout: 'box', equalWeightButtons: true } },
    categories: { necessary: { enabled: true, readOnly: true }, captcha: {}, videos: {} },
    // @ts-expect-error: the types require texts for the library's banner, which is not used.
    language: { default: 'en', translations: { en: TEXTS } },
    onFirstConsent: storeSummary,
    onChange: storeSummary,
    onModalReady: closeWithPage,
    onModalHide: ignoreSecondClick,
  });
  return running;
};

/** Opens the preferences dialog. */
export const showPreferences = async (): Promise<void> => {
  await run();
  library.showPreferences();
};

// After a choice in another tab, the open dialog shows that choice.
addEventListener('focus', () => {
  if (!running || !isOutdated() || !document.querySelector('#cc-main [aria-hidden=false]')) return;
  // The library and the banner give the focus back, so that the new dialog returns it to the same element.
  library.hidePreferences();
  setTimeout(() => void showPreferences());
});

/** Accepts these categories; the necessary one is always accepted. */
export const accept = async (categories: 'all' | string[]): Promise<void> => {
  await run();
  library.acceptCategory(categories);
  ignoreSecondClick();
};
