import { ACCEPT_CAPTCHA, acceptedCategories } from '../site/consent.ts';

/** The library dispatches these events on the window after the first choice and after each change of it. */
const EVENTS = ['cc:onConsent', 'cc:onChange'] as const;

export const isCaptchaAccepted = (): boolean => acceptedCategories(document.cookie)?.includes('captcha') ?? false;

/** Calls the listener after every choice, until the function that it returns is called. */
export const onConsentChoice = (listener: () => void): (() => void) => {
  for (const name of EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) removeEventListener(name, listener);
  };
};

/** Accepts the category for a visitor who allows it beside a form. The cookie consent of the site listens for this event. */
export const acceptCaptcha = (): void => {
  dispatchEvent(new Event(ACCEPT_CAPTCHA));
};
