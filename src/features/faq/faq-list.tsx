import 'server-only';
import type { ReactNode } from 'react';
import { AccordionSkeleton } from '../../blocks/accordion/accordion-skeleton.tsx';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Contents } from '../../blocks/contents/contents.tsx';
import { Editable } from '../../blocks/editable/editable.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { Skeleton, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { Unavailable } from '../../blocks/unavailable/unavailable.tsx';
import { listFaqGroups } from '../../content/faq.ts';
import { part } from '../../framework/index.ts';
import { faqData, StructuredData } from '../../site/structured-data.tsx';
import { toSitePath } from '../../site/urls.ts';
import groupStyles from './faq-groups.module.css';
import { FaqEntries, FaqTopic } from './faq-groups.tsx';
import styles from './faq-list.module.css';
import { FaqSearch } from './faq-search.client.tsx';
import classNames from './faq-search.module.css';
import { FoundPages } from './found-pages.tsx';
import { findPages } from './page-search.ts';
import { searchGroups } from './search-groups.ts';

const LIST_ID = 'faq-results';

const toItem = ({ id }: { readonly id: number }): string => `faq/${id}`;

const TopicsSkeleton = () => (
  <Skeleton className={styles.topics}>
    <SkeletonLines count={7} />
  </Skeleton>
);

/** Links to the topics in the full list. On a page of search results they lead back to the full list. */
const Topics = part('faq topics', { Fallback: TopicsSkeleton, Failed: () => null }, async () => {
  const links = (await listFaqGroups()).flatMap(({ id, name }) =>
    name === null ? [] : [{ href: `${toSitePath('/faq')}#topic-${id}`, label: name }],
  );
  return links.length > 0 && <Contents title="Topics" links={links} className={styles.topics} />;
});

type FrameProps = {
  /** The search query; empty shows the full list. */
  readonly query: string;
  /** How many entries match the query; null if that is not known. */
  readonly count: number | null;
  /** False for the message of a failure: each payload has it beside the list, and would contain the topics twice. */
  readonly hasTopics?: boolean;
  /** The entries. */
  readonly children: ReactNode;
};

/** Search form and topics around the entries. */
const Frame = ({ query, count, hasTopics = true, children }: FrameProps) => (
  <FaqSearch
    classNames={classNames}
    topics={hasTopics && <Topics />}
    action={toSitePath('/faq')}
    query={query}
    count={count}
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
    {children}
  </FaqSearch>
);

const EntriesSkeleton = () => (
  <SkeletonList count={3}>
    <Skeleton className={groupStyles.group}>
      <p className={groupStyles.name}>
        <SkeletonLines isShort />
      </p>
      <AccordionSkeleton count={6} />
    </Skeleton>
  </SkeletonList>
);

const EntriesFailed = () => <Unavailable message="The answers are not available right now." />;

/** Structured data may describe only what the page shows, so the page with search results has none. */
const Entries = part('faq', { Fallback: EntriesSkeleton, Failed: EntriesFailed }, async () => {
  const groups = await listFaqGroups();
  return (
    <>
      <StructuredData data={faqData(groups.flatMap(({ entries }) => entries))} />
      {groups.map((group, index) => (
        <Editable key={group.id} items={group.entries.map(toItem)}>
          <FaqTopic group={group} openFirst={index === 0} />
        </Editable>
      ))}
    </>
  );
});

type QueryProps = { readonly query: string };

const Pages = part('pages found', { Fallback: () => null, Failed: () => null }, async ({ query }: QueryProps) => (
  <FoundPages pages={await findPages(query)} />
));

/** The frame waits too, because it says how many entries were found. */
const Results = part(
  'faq search',
  {
    Fallback: ({ query }: QueryProps) => (
      <Frame query={query} count={null}>
        <AccordionSkeleton count={3} />
      </Frame>
    ),
    Failed: ({ query }: QueryProps) => (
      <Frame query={query} count={null} hasTopics={false}>
        <EntriesFailed />
      </Frame>
    ),
  },
  async ({ query }: QueryProps) => {
    const entries = searchGroups(await listFaqGroups(), query);
    return (
      <Frame query={query} count={entries.length}>
        <Editable items={entries.map(toItem)}>
          <FaqEntries entries={entries} />
        </Editable>
        <Pages query={query} />
      </Frame>
    );
  },
);

/** Search form, topics and entries, rendered by the server. An empty query shows the full list. */
export const FaqList = ({ query }: QueryProps) => (
  <Band label="Questions and answers" spacing="tight">
    {query === '' ? (
      <Frame query={query} count={null}>
        <Entries />
      </Frame>
    ) : (
      <Results query={query} />
    )}
  </Band>
);
