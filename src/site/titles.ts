/** Words that stay lower case in a title derived from a path. */
const SMALL_WORDS = new Set(['a', 'an', 'and', 'of', 'the', 'to', 'with']);

/** The decoded text of a path; the path itself if it is malformed. */
export const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * The fallback title of a page: its last path segment in title case. Words are split at `-`, `_`, `.` and case changes.
 * Only the first letter of a word is capitalized, so `RSOC` is unchanged. Null for the root.
 */
export const titleFromPath = (path: string): string | null => {
  const segment = path.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return null;
  const words = decodePath(segment)
    .split(/[-_.]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean);
  return words
    .map((word) =>
      SMALL_WORDS.has(word.toLowerCase()) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
};

/** `{title} {separator} {name}`, or only the name if there is no title. */
export const toDocumentTitle = (
  title: string | null,
  { name, titleSeparator }: { readonly name: string; readonly titleSeparator: string },
): string => (title === null ? name : `${title} ${titleSeparator} ${name}`);

/** The title of an error page, without the site's name. */
export const toErrorTitle = (statusCode: number, message: string): string => `${statusCode} - ${message}`;
