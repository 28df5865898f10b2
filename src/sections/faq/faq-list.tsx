import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { FaqEntries, type FaqEntry, type FaqGroup, FaqGroups } from '../../islands/faq-search/faq-groups.tsx';
import { FaqSearch } from '../../islands/faq-search/faq-search.tsx';
import { SearchStatus } from '../../islands/faq-search/search-status.tsx';
import { toSitePath } from '../../site/urls.ts';

type FaqListProps = {
  readonly groups: readonly FaqGroup[];
  /** What the visitor searches for; empty: the full list. */
  readonly query: string;
  /** The entries that match, best first; not asked for without a query. */
  readonly results: readonly FaqEntry[];
};

/** The search box and the entries, as the server answers them (specification §4, "FAQ list"). */
export const FaqList = ({ groups, query, results }: FaqListProps) => (
  <Band width="text">
    <FaqSearch action={toSitePath('/faq')} payload="/faq/_payload.json" query={query}>
      {query === '' ? (
        <FaqGroups groups={groups} />
      ) : (
        <>
          <SearchStatus count={results.length} />
          <FaqEntries entries={results} />
        </>
      )}
    </FaqSearch>
  </Band>
);
