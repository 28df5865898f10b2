import { closestOf, isModifiedClick, loadDocument, whenIdle } from '../../framework/client/index.ts';
import { ACCEPT_CATEGORY, acceptedCategories } from '../../site/consent.ts';

export const PREFERENCES_LINK = 'a[data-consent-settings]';

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

type Banner = typeof import('./consent-banner.ts');

/** Does nothing if the chunk failed to load and the page is about to be reloaded: the import then resolves to undefined. */
const withBanner = async (use: (banner: Banner) => unknown, onFailure?: () => void): Promise<void> => {
  try {
    const banner: Banner | undefined = await import('./consent-banner.ts');
    if (banner) await use(banner);
  } catch {
    onFailure?.();
  }
};

/**
 * Shows the cookie banner to visitors without a valid consent record when the browser is idle. Makes every link to the
 * preferences open them, also after a client navigation.
 */
export const startConsent = (): void => {
  const openPreferences = (event: MouseEvent): void => {
    const link = closestOf(event, PREFERENCES_LINK);
    if (!(link instanceof HTMLAnchorElement) || isModifiedClick(event)) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    withBanner(
      (banner) => banner.openPreferences(),
      // The link leads to a description of the cookies.
      () => loadDocument(link.href),
    ).finally(() => link.removeAttribute('aria-busy'));
  };
  // Captured at the window, because React stops events at the document while it hydrates.
  addEventListener('click', openPreferences, true);
  addEventListener(ACCEPT_CATEGORY, ({ detail }) => withBanner((banner) => banner.acceptCategory(detail)));

  // Global Privacy Control counts as a rejection until the visitor chooses otherwise in the preferences.
  if (acceptedCategories(document.cookie) || navigator.globalPrivacyControl) return;
  whenIdle(() => withBanner((banner) => banner.showBanner()));
};
