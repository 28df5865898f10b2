import { acceptedCategories } from '../../site/consent.ts';

/** What the library tells the window after a choice, and after a choice was changed. */
const EVENTS = ['cc:onConsent', 'cc:onChange'] as const;

/** Whether the visitor has accepted the category `captcha`. */
export const isCaptchaAccepted = (): boolean => acceptedCategories(document.cookie)?.includes('captcha') ?? false;

/** Calls the listener after every choice, until the function that it returns is called. */
export const onConsentChoice = (listener: () => void): (() => void) => {
  for (const name of EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) removeEventListener(name, listener);
  };
};

/** Accepts the category for the visitor who asks for it beside a form. */
export const acceptCaptcha = async (): Promise<void> => {
  const settings = await import('./consent-preferences.ts');
  await settings.acceptCaptcha();
};
