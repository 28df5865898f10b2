import 'server-only';
import { warnOnce } from './warn-once.ts';

/** Maximum length of the text or HTML of one field, in UTF-16 code units: about 30,000 words. */
const MAX_FIELD_LENGTH = 200_000;
/** Values nested deeper than this become null. Real content is nested about ten levels deep. */
const MAX_NESTING = 50;

/** Control characters except tab and line breaks, and two noncharacters. XML, and so feeds, forbids or discourages them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g;

/** Well-formed Unicode (a lone surrogate becomes U+FFFD) without control characters. */
export const toCleanText = (text: string): string => text.replace(CONTROL, '').toWellFormed();

/** `id` is that of the outermost item that contains the field; null outside of items. */
type Location = { readonly path: string; readonly id: unknown; readonly field: readonly string[] };

/** A picture that was pasted instead of uploaded. The site shows none of them, and one is as long as a book. */
const PASTED_PICTURE = /\bdata:image\/[\w+.-]+;base64,[\w+/=]+/g;

const cleanString = (text: string, { path, id, field }: Location): string => {
  const shown = text.length > MAX_FIELD_LENGTH ? text.replace(PASTED_PICTURE, '') : text;
  if (shown.length <= MAX_FIELD_LENGTH) return toCleanText(shown);
  const location = { path, ...(id !== null && { id }), field: field.join('.') };
  warnOnce(
    `long ${JSON.stringify(location)}`,
    { ...location, length: text.length, limit: MAX_FIELD_LENGTH },
    'dropping a content field that is too long',
  );
  return '';
};

const clean = (value: unknown, location: Location): unknown => {
  if (typeof value === 'string') return cleanString(value, location);
  if (typeof value !== 'object' || value === null) return value;
  if (location.field.length >= MAX_NESTING) return null;
  const isItem = location.id === null && 'id' in value;
  const here = isItem ? { ...location, id: value.id, field: [] } : location;
  const cleanChild = (child: unknown, name: string | number) =>
    clean(child, { ...here, field: [...here.field, String(name)] });
  if (Array.isArray(value)) return value.map(cleanChild);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, cleanChild(child, name)]));
};

/**
 * The body of a CMS response in which every string is well-formed Unicode and of bounded length. A string that
 * is too long becomes empty; this is logged once with its item and field.
 *
 * @param path the path of the request, for the log.
 */
export const toCleanContent = (path: string, body: unknown): unknown => clean(body, { path, id: null, field: [] });
