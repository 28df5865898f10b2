import 'server-only';
import { warnOnce } from './warn-once.ts';

/** The longest text or HTML of one field, in UTF-16 units: about 30,000 words. */
export const MAX_FIELD_LENGTH = 200_000;
/** Content is nested about ten deep. */
const MAX_NESTING = 50;

/** Control characters except tab and line ends, and two noncharacters: XML, and so feeds, must not hold them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g;

/** Well-formed Unicode (a lone surrogate becomes U+FFFD) without control characters. */
export const toCleanText = (text: string): string => text.replace(CONTROL, '').toWellFormed();

type Place = { readonly path: string; readonly id: unknown; readonly field: readonly string[] };

const cleanString = (text: string, { path, id, field }: Place): string => {
  if (text.length <= MAX_FIELD_LENGTH) return toCleanText(text);
  const place = { path, ...(id !== null && { id }), field: field.join('.') };
  warnOnce(
    `long ${JSON.stringify(place)}`,
    { ...place, length: text.length, limit: MAX_FIELD_LENGTH },
    'A field of the content is too long and is left out.',
  );
  return '';
};

const clean = (value: unknown, place: Place): unknown => {
  if (typeof value === 'string') return cleanString(value, place);
  if (typeof value !== 'object' || value === null) return value;
  if (place.field.length >= MAX_NESTING) return null;
  if (Array.isArray(value)) {
    return value.map((item, index) => clean(item, { ...place, field: [...place.field, String(index)] }));
  }
  const isItem = place.id === null && 'id' in value;
  const here = isItem ? { ...place, id: value.id, field: [] } : place;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, clean(held, { ...here, field: [...here.field, name] })]),
  );
};

/**
 * An answer of the content system in which every text is well-formed and of bounded length. A longer one becomes empty,
 * which is logged once with its item and field.
 *
 * @param path of the answer, for the log.
 */
export const toCleanContent = (path: string, body: unknown): unknown => clean(body, { path, id: null, field: [] });
