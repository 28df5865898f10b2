import { PREFERENCES_LINK, startConsent } from './features/cookie-consent/start-consent.ts';
import { startTheme } from './features/site-shell/theme.ts';
import { boot } from './framework/client/boot.ts';

// Every page loads this module and its imports before React: keep it small (tests/e2e/every-page.test.ts).
boot({ ignore: `#cookie-box, #cc-main, ${PREFERENCES_LINK}` });
startTheme();
startConsent();
