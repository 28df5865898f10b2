import { isNative } from '../../framework/client/click-replay.ts';
import { closestOf } from '../../framework/client/closest.ts';
import { whenIdle } from '../../framework/client/idle.ts';
import { leaveFor } from '../../framework/client/reload-guard.ts';
import { acceptedCategories } from '../../site/consent.ts';

const SETTINGS_LINK = '[data-consent-settings]';

/** A visitor whose browser says so by itself has rejected, until the visitor says otherwise in the settings. */
const isRejectedByBrowser = (): boolean => Reflect.get(navigator, 'globalPrivacyControl') === true;

/** Undefined where the page is about to be reloaded, because the code of the box is gone. */
const loadBox = (): Promise<typeof import('./consent-banner.ts') | undefined> => import('./consent-banner.ts');

/**
 * Shows the cookie box to a visitor who has not chosen yet, when the browser has time for it, and opens the settings
 * from every link to them, now and after each client navigation.
 */
export const startConsent = (): void => {
  const openSettings = (event: MouseEvent): void => {
    const link = closestOf(event, SETTINGS_LINK);
    if (!link || isNative(event)) return;
    event.preventDefault();
    link.ariaBusy = 'true';
    void loadBox()
      .then((box) => box?.openSettings())
      // The link itself leads to what cookies there are.
      .catch(() => link instanceof HTMLAnchorElement && leaveFor(link.href))
      .finally(() => {
        link.ariaBusy = null;
      });
  };
  // Before anything else hears of it: while React takes the page over, it keeps clicks from those behind it.
  addEventListener('click', openSettings, true);

  if (acceptedCategories(document.cookie) || isRejectedByBrowser()) return;
  whenIdle(() => {
    loadBox().then(
      (box) => box?.showBanner(),
      () => undefined,
    );
  });
};
