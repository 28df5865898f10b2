/** Words that stay lower case in a title made from a path (specification §2, "Page titles and meta"). */
const SMALL_WORDS = new Set(['a', 'an', 'and', 'of', 'the', 'to', 'with']);

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * The title of a page that sets none: its last path segment in Title Case. Words end at `-`, `_`, `.` and where the
 * case changes, and keep the case of their rest, as in `RSOC`. The root has no title of its own: `null`.
 */
export const titleFromPath = (path: string): string | null => {
  const segment = path.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return null;
  const words = decode(segment)
    .split(/[-_.]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean);
  return words
    .map((word) =>
      SMALL_WORDS.has(word.toLowerCase()) ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
};

/** `{title} {separator} {name}`; a missing title leaves the name alone. */
export const toDocumentTitle = (
  title: string | null,
  { name, titleSeparator }: { readonly name: string; readonly titleSeparator: string },
): string => (title === null ? name : `${title} ${titleSeparator} ${name}`);

/** The title of an error page, without the site's name (specification §2). */
export const toErrorTitle = (statusCode: number, message: string): string => `${statusCode} - ${message}`;
