/** Specification §3 and §9: the library's own record, and the summary that the site keeps beside it. */
export const RECORD_COOKIE = 'cc_cookie';
export const RECORD_DAYS = 182;
const SUMMARY_COOKIE = 'cookies_consent';
const SUMMARY_MAX_AGE_S = 31_536_000;

/** What the library tells about the visitor's choice; it keeps services per category. */
type Preferences = {
  readonly acceptType: string;
  readonly acceptedCategories: readonly string[];
  readonly rejectedCategories: readonly string[];
  readonly acceptedServices: Readonly<Record<string, readonly string[]>>;
  readonly rejectedServices: Readonly<Record<string, readonly string[]>>;
};

/** The summary as the specification has it (§3, "Consent summary"): services are flat lists. */
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

/** The `Set-Cookie` text of the summary, as `document.cookie` takes it. */
export const toSummaryCookie = (preferences: Preferences, isSecure: boolean): string =>
  [
    `${SUMMARY_COOKIE}=${encodeURIComponent(JSON.stringify(toSummary(preferences)))}`,
    'Path=/',
    `Max-Age=${SUMMARY_MAX_AGE_S}`,
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
