import * as library from 'vanilla-cookieconsent';
import 'vanilla-cookieconsent/dist/cookieconsent.css';
import './banner.css';
import { RECORD_COOKIE, RECORD_DAYS, toSummaryCookie } from './record.ts';

/** The library writes these texts as HTML: they are constants, never content. */
const TEXTS = {
  consentModal: {
    title: 'Cookies, briefly',
    description:
      'Reading this site needs no cookies from anyone else. The forms can use an external captcha, if you allow it.',
    acceptAllBtn: 'Accept',
    acceptNecessaryBtn: 'Reject',
    showPreferencesBtn: 'Manage preferences',
    footer: '<a href="/privacy-policy">Privacy policy</a>',
  },
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
          'Lets a form load the script of a captcha provider from its own host, which then sees your address. Without it the forms can be sent too, under stricter limits.',
        linkedCategory: 'captcha',
      },
      { description: 'Everything about data on this site is in the <a href="/privacy-policy">privacy policy</a>.' },
    ],
  },
};

const rememberSummary = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser, and is asynchronous.
  document.cookie = toSummaryCookie(library.getUserPreferences(), location.protocol === 'https:');
};

const BOX = '#cc-main .cm';

/**
 * The library treats its box as a dialog: it takes the focus and keeps Tab inside. The box blocks nothing, so the
 * visitor's place in the page and the browser's own order stay as they are.
 */
const leaveKeyboardAlone = (): void => {
  const stayNative = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && event.target instanceof Element && event.target.closest(BOX)) event.stopPropagation();
  };
  document.addEventListener('keydown', stayNative, true);
  const focusTarget = document.querySelector<HTMLElement>(`${BOX} > [tabindex="-1"]`);
  if (focusTarget) focusTarget.focus = () => undefined;
};

let running: Promise<void> | undefined;

const run = ({ showsBanner }: { readonly showsBanner: boolean }): Promise<void> => {
  running ??= library
    .run({
      autoShow: showsBanner,
      // The banner would not show under test tools, and what tools see is what visitors see.
      hideFromBots: false,
      cookie: { name: RECORD_COOKIE, expiresAfterDays: RECORD_DAYS },
      guiOptions: {
        consentModal: { layout: 'box', position: 'bottom right', equalWeightButtons: true },
        preferencesModal: { layout: 'box', equalWeightButtons: true },
      },
      categories: { necessary: { enabled: true, readOnly: true }, captcha: {} },
      language: { default: 'en', translations: { en: TEXTS } },
      onFirstConsent: rememberSummary,
      onChange: rememberSummary,
    })
    .then(leaveKeyboardAlone);
  return running;
};

/** Shows the box at the bottom right (specification §4, "Cookie consent"). */
export const showBanner = (): Promise<void> => run({ showsBanner: true });

/** Opens the dialog with the categories, whatever was chosen before. */
export const showPreferences = async (): Promise<void> => {
  await run({ showsBanner: false });
  library.showPreferences();
};

/** Accepts the category `captcha`, asked for in the place where it has an effect, and closes the box if it is open. */
export const acceptCaptcha = async (): Promise<void> => {
  await run({ showsBanner: false });
  library.acceptCategory(['necessary', 'captcha']);
  library.hide();
};
