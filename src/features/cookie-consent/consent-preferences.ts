import * as library from 'vanilla-cookieconsent';
import 'vanilla-cookieconsent/dist/css-components/base.css';
import 'vanilla-cookieconsent/dist/css-components/light-scheme.css';
import 'vanilla-cookieconsent/dist/css-components/preferences-modal.css';
import './consent-preferences.css';
import { RECORD_COOKIE, RECORD_DAYS, toSummaryCookie } from './consent-record.ts';

/** The library writes these texts as HTML: they are constants, never content. */
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
          'Lets a form load the script of a captcha provider from its own host, which then sees your IP address. Without it the forms can be sent too, under stricter limits.',
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

let running: Promise<void> | undefined;

/** The library keeps the record and shows the settings; the first question is the box's (`box.ts`). */
const run = (): Promise<void> => {
  running ??= library.run({
    autoShow: false,
    // The settings would not show under test tools, and what tools see is what visitors see.
    hideFromBots: false,
    cookie: { name: RECORD_COOKIE, expiresAfterDays: RECORD_DAYS },
    guiOptions: { preferencesModal: { layout: 'box', equalWeightButtons: true } },
    categories: { necessary: { enabled: true, readOnly: true }, captcha: {} },
    // @ts-expect-error: its types ask for the words of a first question, which is the box's here.
    language: { default: 'en', translations: { en: TEXTS } },
    onFirstConsent: rememberSummary,
    onChange: rememberSummary,
  });
  return running;
};

/** Opens the dialog with the categories, whatever was chosen before. */
export const showPreferences = async (): Promise<void> => {
  await run();
  library.showPreferences();
};

export const acceptAll = async (): Promise<void> => {
  await run();
  library.acceptCategory('all');
};

/** Keeps the necessary category alone. */
export const rejectAll = async (): Promise<void> => {
  await run();
  library.acceptCategory([]);
};

/** Accepts the category `captcha`, asked for in the place where it has an effect. */
export const acceptCaptcha = async (): Promise<void> => {
  await run();
  library.acceptCategory(['necessary', 'captcha']);
};
