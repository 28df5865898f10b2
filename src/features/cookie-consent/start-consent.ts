import { closestOf, isModifiedClick, loadDocument, whenIdle } from '../../framework/client/index.ts';
import { ACCEPT_CATEGORY, acceptedCategories } from '../../site/consent.ts';

export const PREFERENCES_LINK = 'a[data-consent-settings]';

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Does nothing if the chunk failed to load and the page is about to be reloaded: `load` then resolves to undefined. */
const withChunk = async <Chunk>(
  load: () => Promise<Chunk | undefined>,
  use: (chunk: Chunk) => unknown,
  onFailure?: () => void,
): Promise<void> => {
  try {
    const chunk = await load();
    if (chunk) await use(chunk);
  } catch {
    onFailure?.();
  }
};

const loadPreferences = () => import('./consent-preferences.ts');

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
    withChunk(
      loadPreferences,
      ({ showPreferences }) => showPreferences(),
      // The link leads to a description of the cookies.
      () => loadDocument(link.href),
    ).finally(() => link.removeAttribute('aria-busy'));
  };
  // Captured at the window, because React stops events at the document while it hydrates.
  addEventListener('click', openPreferences, true);
  addEventListener(ACCEPT_CATEGORY, ({ detail }) => withChunk(loadPreferences, ({ accept }) => accept(detail)));

  // Global Privacy Control counts as a rejection until the visitor chooses otherwise in the preferences.
  if (acceptedCategories(document.cookie) || navigator.globalPrivacyControl) return;
  whenIdle(() =>
    withChunk(
      () => import('./consent-banner.ts'),
      ({ showBanner }) => showBanner(),
    ),
  );
};
