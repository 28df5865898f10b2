/** What a visitor asks of the news: a page counted from 1, and the slug of a category, or null for all. */
export type NewsQuery = { readonly page: number; readonly category: string | null };

const PAGE = /^[1-9]\d{0,3}$/;

const only = (values: readonly string[]): string | null | undefined =>
  values.length > 1 ? undefined : (values[0] ?? null);

/**
 * Reads `?category=…&page=…`. Other parameters are somebody else's and count for nothing. Null where one of the two is
 * given twice or cannot be right.
 */
export const parseNewsQuery = (query: string): NewsQuery | null => {
  const parameters = new URLSearchParams(query);
  const category = only(parameters.getAll('category'));
  const page = only(parameters.getAll('page'));
  if (category === undefined || category === '' || page === undefined) return null;
  if (page !== null && !PAGE.test(page)) return null;
  return { page: page === null ? 1 : Number(page), category };
};

/** The address of a page of news: what goes without saying is left out, so that each page has one address. */
export const toNewsPath = ({ page, category }: NewsQuery): { readonly path: '/news'; readonly query: string } => {
  const parameters = new URLSearchParams();
  if (category !== null) parameters.set('category', category);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return { path: '/news', query: query === '' ? '' : `?${query}` };
};
