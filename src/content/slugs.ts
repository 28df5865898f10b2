import 'server-only';

const GRAMMAR = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]{1,200}$/u;

/** A slug as it is written in this site: percent-decoded. Null where the encoding is broken. */
export const decodeSlug = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Whether a path segment can be the slug of anything: 1 to 200 lower-case letters or digits of any script, `-` and `_`,
 * as it stands or percent-encoded. Ask before any call of the content system, so that `/.env` costs nothing.
 */
export const isSlug = (text: string): boolean => GRAMMAR.test(decodeSlug(text) ?? '');

/** A text as a slug of at most 60 characters, for ids of headings; empty when it holds no letter and no digit. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 60)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .replace(/^-+|-+$/g, '');
