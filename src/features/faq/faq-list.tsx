import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Contents } from '../../blocks/contents/contents.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import type { FaqGroup } from '../../content/faq.ts';
import { toSitePath } from '../../site/urls.ts';
import { FaqEntries, type FaqEntry, FaqGroups } from './faq-groups.tsx';
import styles from './faq-list.module.css';
import { FaqSearch } from './faq-search.client.tsx';
import classNames from './faq-search.module.css';

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

/** Topics, search form and entries, rendered by the server. */
export const FaqList = ({ groups, query, results }: FaqListProps) => {
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
