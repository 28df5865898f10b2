import 'server-only';

/**
 * A decoded slug of 1 to 200 characters. Its ASCII characters are lower-case letters, digits, `-` and `_`. Others may be of any kind,
 * because WordPress keeps most of those in a title, such as `§`, an emoji or a full-width question mark.
 */
export const SLUG = /^(?:[a-z\d_-]|[^\p{ASCII}\p{Cc}]){1,200}$/u;

/** Percent-decodes a text. Null if the encoding is malformed. */
export const percentDecode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Converts a text to a slug of at most 60 characters, for heading ids; empty if it contains no letter or digit. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .replace(/^-+|-+$/g, '');
