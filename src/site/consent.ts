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

/**
 * Reads the library's record (`cc_cookie`, specification §3) from a `Cookie` header. Without a valid one nothing but
 * `necessary` is accepted; so it is for a browser that sends Global Privacy Control, until the visitor says otherwise.
 */
export const readConsent = (cookies: string | null): Consent => {
  const value = /(?:^|;\s*)cc_cookie=([^;]*)/.exec(cookies ?? '')?.[1];
  if (value === undefined) return NO_CHOICE;
  try {
    const record: unknown = JSON.parse(decodeURIComponent(value));
    if (typeof record !== 'object' || record === null) return NO_CHOICE;
    const { consentId, consentTimestamp, categories }: Record<string, unknown> = { ...record };
    if (typeof consentId !== 'string' || typeof consentTimestamp !== 'string' || !Array.isArray(categories))
      return NO_CHOICE;
    return { hasChosen: true, categories: KNOWN.filter((name) => name === NECESSARY || categories.includes(name)) };
  } catch {
    return NO_CHOICE;
  }
};
