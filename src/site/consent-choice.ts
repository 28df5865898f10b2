import { ACCEPT_CATEGORY, acceptedCategories } from './consent.ts';

/** The consent categories that a visitor may choose (docs/requirements.md; `videos`: docs/decisions/0041-embedded-videos.md). */
export type OptionalCategory = 'captcha' | 'videos';

declare global {
  interface WindowEventMap {
    [ACCEPT_CATEGORY]: CustomEvent<OptionalCategory>;
  }
}

/** Whether the visitor has accepted a category. */
export const isCategoryAccepted = (category: OptionalCategory): boolean =>
  acceptedCategories(document.cookie)?.includes(category) ?? false;

/** Accepts a category for a visitor who allows it where it is needed. The cookie consent of the site listens for this event. */
export const acceptCategory = (category: OptionalCategory): void => {
  dispatchEvent(new CustomEvent(ACCEPT_CATEGORY, { detail: category }));
};

/** The library dispatches these events on the window after the first choice and after each change of it. */
const CHOICE_EVENTS = ['cc:onConsent', 'cc:onChange'] as const;

/** Calls the listener after every choice, until the function that it returns is called. */
export const onConsentChoice = (listener: () => void): (() => void) => {
  for (const name of CHOICE_EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of CHOICE_EVENTS) removeEventListener(name, listener);
  };
};
