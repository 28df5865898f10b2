import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Contents } from '../../blocks/contents/contents.tsx';
import type { FaqGroup } from '../../content/faq-groups.ts';
import { toSitePath } from '../../site/urls.ts';
import { FaqEntries, type FaqEntry, FaqGroups } from './faq-groups.tsx';
import styles from './faq-list.module.css';
import { FaqSearch } from './faq-search.client.tsx';
import look from './faq-search.module.css';

type FaqListProps = {
  readonly groups: readonly FaqGroup[];
  /** What the visitor searches for; empty: the full list. */
  readonly query: string;
  /** The entries that match, best first; not asked for without a query. */
  readonly results: readonly FaqEntry[];
};

/** The topics with their addresses. They lead to the full list, also from what a search found. */
const toTopicLinks = (groups: readonly FaqGroup[]) =>
  groups.flatMap(({ id, name }) => (name === null ? [] : [{ href: `${toSitePath('/faq')}#topic-${id}`, label: name }]));

/** The topics, the search box and the entries, as the server answers them (specification §4, "FAQ list"). */
export const FaqList = ({ groups, query, results }: FaqListProps) => {
  const topics = toTopicLinks(groups);

  return (
    <Band label="Questions and answers" spacing="tight" className={styles.content}>
      {topics.length > 0 && <Contents title="Topics" links={topics} className={styles.topics} />}
      <FaqSearch
        look={look}
        action={toSitePath('/faq')}
        payload="/faq/_payload.json"
        query={query}
        count={query === '' ? null : results.length}
        askHref={toSitePath('/contact')}
      >
        {query === '' ? <FaqGroups groups={groups} /> : <FaqEntries entries={results} />}
      </FaqSearch>
    </Band>
  );
};
