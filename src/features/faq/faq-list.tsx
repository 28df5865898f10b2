import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Contents } from '../../blocks/contents/contents.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { Skeleton } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { type FaqGroup, listFaqGroups } from '../../content/faq.ts';
import { part } from '../../framework/render/index.ts';
import { toSitePath } from '../../site/urls.ts';
import { FaqEntries, type FaqEntry, FaqGroups } from './faq-groups.tsx';
import styles from './faq-list.module.css';
import { FaqSearch } from './faq-search.client.tsx';
import classNames from './faq-search.module.css';
import { searchGroups } from './search-groups.ts';

type FaqListProps = {
  readonly groups: readonly FaqGroup[];
  /** The search query; empty shows the full list. */
  readonly query: string;
  /** The matching entries, best first; ignored without a query. */
  readonly results: readonly FaqEntry[];
};

const LIST_ID = 'faq-results';

/** Links to the topics in the full list. On a page of search results they lead back to the full list. */
const toTopicLinks = (groups: readonly FaqGroup[]) =>
  groups.flatMap(({ id, name }) => (name === null ? [] : [{ href: `${toSitePath('/faq')}#topic-${id}`, label: name }]));

const List = ({ groups, query, results }: FaqListProps) => {
  const topics = toTopicLinks(groups);

  return (
    <Band label="Questions and answers" spacing="tight">
      <FaqSearch
        classNames={classNames}
        topics={topics.length > 0 && <Contents title="Topics" links={topics} className={styles.topics} />}
        action={toSitePath('/faq')}
        query={query}
        count={query === '' ? null : results.length}
        askHref={toSitePath('/contact')}
        listId={LIST_ID}
        controls={
          <>
            <InputField
              label="Search the FAQ"
              name="q"
              type="search"
              defaultValue={query}
              maxLength={200}
              autoComplete="off"
              aria-controls={LIST_ID}
            />
            <Button type="submit" variant="secondary">
              Search
            </Button>
          </>
        }
      >
        {query === '' ? <FaqGroups groups={groups} /> : <FaqEntries entries={results} />}
      </FaqSearch>
    </Band>
  );
};

/** Topics, search form and entries, rendered by the server. An empty query shows the full list. */
export const FaqList = part(
  'faq',
  { Fallback: () => <Skeleton size="page" />, Failed: () => <UnavailableSection what="These answers are" /> },
  async ({ query }: { readonly query: string }) => {
    const groups = await listFaqGroups();
    return <List groups={groups} query={query} results={query === '' ? [] : searchGroups(groups, query)} />;
  },
);
