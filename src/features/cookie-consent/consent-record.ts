import type { getUserPreferences } from 'vanilla-cookieconsent';

/** The library's record, and the site's summary of it. The format of the summary is fixed (docs/requirements.md). */
export const RECORD_COOKIE = 'cc_cookie';
export const RECORD_DAYS = 182;
const SUMMARY_COOKIE = 'cookies_consent';
const SUMMARY_MAX_AGE_S = 31_536_000;

type Preferences = ReturnType<typeof getUserPreferences>;

/** The summary: the library's preferences, with the services of all categories in flat lists. */
export const toSummary = (preferences: Preferences) => ({
  ...preferences,
  acceptedServices: Object.values(preferences.acceptedServices).flat(),
  rejectedServices: Object.values(preferences.rejectedServices).flat(),
});

/** The summary as a cookie for `document.cookie`. */
export const toSummaryCookie = (preferences: Preferences, isSecure: boolean): string =>
  [
    `${SUMMARY_COOKIE}=${encodeURIComponent(JSON.stringify(toSummary(preferences)))}`,
    'Path=/',
    `Max-Age=${SUMMARY_MAX_AGE_S}`,
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
