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

/**
 * Accepts a category for a visitor who allows it at a form or a video. The cookie consent of the site listens for this
 * event.
 */
export const acceptCategory = (category: OptionalCategory): void => {
  dispatchEvent(new CustomEvent(ACCEPT_CATEGORY, { detail: category }));
};

/**
 * `vanilla-cookieconsent` dispatches the first event after the first choice and on each page load with a choice, the second after
 * each change. When the window gets the focus, the choice may have been changed in another tab.
 */
const CHOICE_EVENTS = ['cc:onConsent', 'cc:onChange', 'focus'] as const;

/** Calls the listener whenever the choice may have changed. Returns a function that removes the listener. */
export const onConsentChoice = (listener: (event: Event) => void): (() => void) => {
  for (const name of CHOICE_EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of CHOICE_EVENTS) removeEventListener(name, listener);
  };
};
