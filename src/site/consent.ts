/**
 * What a visitor allows, read from the headers of a request. Cookies are the visitor's to write: everything in them is
 * checked, and what does not make sense counts as no choice.
 */
export type Consent = {
  /** Whether a valid record of a choice came along. */
  readonly hasChosen: boolean;
  /** The accepted categories; `necessary` is always one. */
  readonly categories: readonly string[];
};

const NECESSARY = 'necessary';
const KNOWN = [NECESSARY, 'captcha'];
const NO_CHOICE: Consent = { hasChosen: false, categories: [NECESSARY] };

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * The categories of a valid record of a choice (`cc_cookie`, specification §3: an id, both time stamps and a list of
 * categories) in a text of cookies; null without one. For the browser and the server alike.
 */
export const acceptedCategories = (cookies: string): readonly unknown[] | null => {
  try {
    const text = /(?:^|;\s*)cc_cookie=([^;]*)/.exec(cookies)?.[1] ?? '';
    const record: Readonly<Record<string, unknown>> = { ...JSON.parse(decodeURIComponent(text)) };
    const { consentId, consentTimestamp, lastConsentTimestamp, categories } = record;
    const isValid = [consentId, consentTimestamp, lastConsentTimestamp].every(isText);
    return isValid && Array.isArray(categories) ? categories : null;
  } catch {
    return null;
  }
};

/**
 * What a `Cookie` header allows. Without a valid record nothing but `necessary` is accepted; so it is for a browser that
 * sends Global Privacy Control, until the visitor says otherwise.
 */
export const readConsent = (cookies: string | null): Consent => {
  const accepted = acceptedCategories(cookies ?? '');
  if (accepted === null) return NO_CHOICE;
  return { hasChosen: true, categories: KNOWN.filter((name) => name === NECESSARY || accepted.includes(name)) };
};
