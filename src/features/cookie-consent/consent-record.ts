/** Specification §3 and §9: the library's record, and the site's summary of it. */
export const RECORD_COOKIE = 'cc_cookie';
export const RECORD_DAYS = 182;
const SUMMARY_COOKIE = 'cookies_consent';
const SUMMARY_MAX_AGE_S = 31_536_000;

/** The library's description of a choice, with services per category. */
type Preferences = {
  readonly acceptType: string;
  readonly acceptedCategories: readonly string[];
  readonly rejectedCategories: readonly string[];
  readonly acceptedServices: Readonly<Record<string, readonly string[]>>;
  readonly rejectedServices: Readonly<Record<string, readonly string[]>>;
};

/** The summary (specification §3, "Consent summary"), with services as flat lists. */
export const toSummary = ({
  acceptType,
  acceptedCategories,
  rejectedCategories,
  acceptedServices,
  rejectedServices,
}: Preferences) => ({
  acceptType,
  acceptedCategories,
  rejectedCategories,
  acceptedServices: Object.values(acceptedServices).flat(),
  rejectedServices: Object.values(rejectedServices).flat(),
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
