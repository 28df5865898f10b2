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
          'Lets a form load the script of a captcha provider from its own host, which then sees your address. Without it the forms work with a check of our own.',
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

/** The library keeps Tab inside the box, although the page behind it can be read: the browser's own order is better. */
const letTabLeaveBox = (): void => {
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('#cc-main .cm'))
      event.stopPropagation();
  };
  document.addEventListener('keydown', leave, true);
};

let running: Promise<void> | undefined;

const run = ({ showsBanner }: { readonly showsBanner: boolean }): Promise<void> => {
  if (!running) letTabLeaveBox();
  running ??= library.run({
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
  });
  return running;
};

/** Shows the box at the bottom right (specification §4, "Cookie consent"). */
export const showBanner = (): Promise<void> => run({ showsBanner: true });

/** Opens the dialog with the categories, whatever was chosen before. */
export const showPreferences = async (): Promise<void> => {
  await run({ showsBanner: false });
  library.showPreferences();
};
