/** A page number, starting at 1, and the slug of a category; null means all categories. */
export type NewsQuery = { readonly page: number; readonly category: string | null };

const PAGE = /^[1-9]\d{0,3}$/;

/** Null if there is no value, undefined if there are several. */
const singleValue = (values: readonly string[]): string | null | undefined =>
  values.length > 1 ? undefined : (values[0] ?? null);

/**
 * Parses `?category=…&page=…` and ignores other parameters. Null if one of the two is repeated or invalid.
 */
export const parseNewsQuery = (query: string): NewsQuery | null => {
  const parameters = new URLSearchParams(query);
  const category = singleValue(parameters.getAll('category'));
  const page = singleValue(parameters.getAll('page'));
  if (category === undefined || category === '' || page === undefined) return null;
  if (page !== null && !PAGE.test(page)) return null;
  return { page: page === null ? 1 : Number(page), category };
};

/** The canonical query of a page of news: default values are omitted. */
export const toNewsQuery = ({ page, category }: NewsQuery): string => {
  const parameters = new URLSearchParams();
  if (category !== null) parameters.set('category', category);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
};
