/** The event with which a form or a video asks the cookie consent to accept a category; `detail` is all that is accepted then. */
export const ACCEPT_CATEGORY = 'accept-category';

/**
 * The accepted categories in the consent record (`cc_cookie`) of a `Cookie` header or `document.cookie`; null without a
 * record. Only `vanilla-cookieconsent` writes it, always with all its fields.
 */
export const acceptedCategories = (cookies: string): readonly unknown[] | null => {
  try {
    const text = /(?:^|;\s*)cc_cookie=([^;]*)/.exec(cookies)?.[1] ?? '';
    const { categories }: Readonly<Record<string, unknown>> = JSON.parse(decodeURIComponent(text));
    return Array.isArray(categories) ? categories : null;
  } catch {
    return null;
  }
};
