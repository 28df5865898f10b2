export type PageOf<Item> = { readonly items: readonly Item[]; readonly page: number; readonly pages: number };

/** One page of a list, starting at 1. An empty list has one empty page. Null if the page does not exist. */
export const toPageOf = <Item>(items: readonly Item[], page: number, size: number): PageOf<Item> | null => {
  const pages = Math.max(1, Math.ceil(items.length / size));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  return { items: items.slice((page - 1) * size, page * size), page, pages };
};
