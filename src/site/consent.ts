const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * The categories of a valid record of a choice (`cc_cookie`, specification §3: an id, both time stamps and a list of
 * categories) in a text of cookies; null without one. Cookies are the visitor's to write: what makes no sense is no choice.
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
