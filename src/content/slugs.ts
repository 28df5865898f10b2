import 'server-only';

/** A decoded slug: 1 to 200 lower-case letters or digits of any script, `-` and `_`. */
export const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]{1,200}$/u;

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
