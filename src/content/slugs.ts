import 'server-only';

const GRAMMAR = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]{1,200}$/u;

/** Percent-decodes a slug. Null if the encoding is malformed. */
export const decodeSlug = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Whether a path segment is a valid slug: 1 to 200 lower-case letters or digits of any script, `-` and `_`, optionally
 * percent-encoded. Check it before calling the content system, so that probes such as `/.env` cost no request.
 */
export const isSlug = (text: string): boolean => GRAMMAR.test(decodeSlug(text) ?? '');

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
