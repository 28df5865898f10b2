import 'server-only';
import type { FaqGroup, FaqItem } from '../../content/faq.ts';
import { createFaqSearch } from './search.ts';

type Search = ReturnType<typeof createFaqSearch<FaqItem>>;

const searches = new WeakMap<readonly FaqGroup[], Search>();

/** The best matches among the entries of all groups. The index is built once for each version of the content. */
export const searchGroups = (groups: readonly FaqGroup[], text: string): readonly FaqItem[] => {
  const search = searches.get(groups) ?? createFaqSearch(groups.flatMap(({ entries }) => entries));
  searches.set(groups, search);
  return search(text);
};
