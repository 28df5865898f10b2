import { ACCEPT_CATEGORY, acceptedCategories } from './consent.ts';

/** The consent categories that a visitor may choose (docs/requirements.md; `videos`: docs/decisions/0041-embedded-videos.md). */
export type OptionalCategory = 'captcha' | 'videos';

declare global {
  interface WindowEventMap {
    [ACCEPT_CATEGORY]: CustomEvent<string[]>;
  }
}

/** The categories of a choice that the browser has not stored, because it blocks cookies; null if it has stored the choice. */
let unstored: readonly unknown[] | null = null;

const listAccepted = (): readonly unknown[] => acceptedCategories(document.cookie) ?? unstored ?? ['necessary'];

/** Whether the visitor has accepted a category. */
export const isCategoryAccepted = (category: OptionalCategory): boolean => listAccepted().includes(category);

/**
 * Accepts a category for a visitor who allows it at a form or a video. The cookie consent of the site listens for this
 * event.
 */
export const acceptCategory = (category: OptionalCategory): void => {
  dispatchEvent(new CustomEvent(ACCEPT_CATEGORY, { detail: [...listAccepted(), category] }));
};

/**
 * `vanilla-cookieconsent` dispatches the first event after the first choice and on each page load with a choice, the second after
 * each change. When the window gets the focus, the choice may have been changed in another tab.
 */
const CHOICE_EVENTS = ['cc:onConsent', 'cc:onChange', 'focus'] as const;

/** Calls the listener whenever the choice may have changed. Returns a function that removes the listener. */
export const onConsentChoice = (listener: (event: Event) => void): (() => void) => {
  const onChoice = (event: Event): void => {
    if (event instanceof CustomEvent)
      unstored = acceptedCategories(document.cookie) ? null : event.detail.cookie.categories;
    listener(event);
  };
  for (const name of CHOICE_EVENTS) addEventListener(name, onChoice);
  return () => {
    for (const name of CHOICE_EVENTS) removeEventListener(name, onChoice);
  };
};
