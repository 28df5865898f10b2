/** The event with which a form or a video asks the cookie consent to accept a category; `detail` is the category. */
export const ACCEPT_CATEGORY = 'accept-category';

/**
 * The accepted categories in the consent record (`cc_cookie`: an id, two time stamps and a list of
 * categories) of a `Cookie` header or `document.cookie`; null without a valid record.
 */
export const acceptedCategories = (cookies: string): readonly unknown[] | null => {
  try {
    const text = /(?:^|;\s*)cc_cookie=([^;]*)/.exec(cookies)?.[1] ?? '';
    const record: Readonly<Record<string, unknown>> = JSON.parse(decodeURIComponent(text));
    const { consentId, consentTimestamp, lastConsentTimestamp, categories } = record;
    const isValid = [consentId, consentTimestamp, lastConsentTimestamp].every(
      (value) => typeof value === 'string' && value,
    );
    return isValid && Array.isArray(categories) ? categories : null;
  } catch {
    return null;
  }
};
