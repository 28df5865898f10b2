'use client';

import { type FormEvent, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FaqGroup } from '../../content/faq.ts';
import { closestOf, isModifiedClick, loadForFirstUse, loadForUse, replaceUrl } from '../../framework/client/index.ts';
import type { FaqEntry } from './faq-groups.tsx';
import type { FoundPage } from './found-pages.tsx';

type FaqSearchProps = {
  /** Class names, passed by the server so that the styles are in the render-blocking style sheet of the page. */
  readonly classNames: Readonly<
    Partial<Record<'columns' | 'form' | 'search' | 'list' | 'count' | 'empty' | 'hint', string>>
  >;
  /** The URL to which the form is submitted without JavaScript. The page at this URL renders the same results for `?q=`. */
  readonly action: string;
  /** The query for which the server has rendered results. */
  readonly query: string;
  /** How many entries the server found for that query; null without a query. */
  readonly count: number | null;
  /** The URL of the contact page. */
  readonly askHref: string;
  /** The search box and the button, rendered by the server so that the browser does not load their code. */
  readonly controls: ReactNode;
  /** Links to the topics: below the search, or beside the list in wide windows. */
  readonly topics: ReactNode;
  /** The id of the list. */
  readonly listId: string;
  /** The list rendered by the server for that query. */
  readonly children: ReactNode;
};

type Payload = { readonly groups: readonly FaqGroup[] };
type LoadedSearch = Awaited<ReturnType<typeof loadSearch>>;
type SearchResults = {
  readonly query: string;
  readonly entries: readonly FaqEntry[];
  /** Empty until the server has answered. */
  readonly pages: readonly FoundPage[];
  readonly search: LoadedSearch;
};

/** Debounce of the search (docs/requirements.md). */
const DELAY_MS = 400;

/** All entries as JSON. */
const ENTRIES_URL = '/faq/_payload.json';

const PAGES_URL = '/api/page-search.json';

/** Asks the server, because the texts of all pages are too many to load. Without an answer there are no pages. */
const findPages = async (text: string): Promise<readonly FoundPage[]> => {
  try {
    const response = await fetch(`${PAGES_URL}?${new URLSearchParams({ q: text })}`);
    return response.ok ? await response.json() : [];
  } catch {
    return [];
  }
};

/** Loads the entries, the search code and the components of the list. */
const loadSearch = async () => {
  const [{ createFaqSearch }, { FaqEntries, FaqGroups }, { FoundPages }, response] = await Promise.all([
    import('./search.ts'),
    import('./faq-groups.tsx'),
    import('./found-pages.tsx'),
    fetch(ENTRIES_URL),
  ]);
  if (!response.ok) throw new Error(`The entries could not be loaded: ${response.status}.`);
  const { groups }: Payload = await response.json();
  const find = createFaqSearch(groups.flatMap(({ entries }) => entries));
  return { groups, find, FaqEntries, FaqGroups, FoundPages };
};

let loading: Promise<LoadedSearch> | undefined;

/** Loads the search once. After a failure the next call tries again. */
const loadSearchOnce = (): Promise<LoadedSearch> => {
  loading ??= loadSearch().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

loadForFirstUse('search', loadSearchOnce);

const updateUrl = (query: string): void => {
  const url = new URL(location.href);
  if (query === '') url.searchParams.delete('q');
  else url.searchParams.set('q', query);
  replaceUrl(url);
};

/** Whether a click follows a link to this page without a query, in the same window. */
const opensFullList = (event: MouseEvent): boolean => {
  const link = closestOf(event, 'a[href]');
  return (
    link instanceof HTMLAnchorElement &&
    link.origin + link.pathname === location.origin + location.pathname &&
    link.search === '' &&
    !isModifiedClick(event)
  );
};

type SearchStatusProps = Pick<FaqSearchProps, 'classNames' | 'query' | 'count' | 'askHref'> & {
  /** Whether the entries could not be loaded; submitting the form still works. */
  readonly hasFailed: boolean;
};

const FAILURE = 'We couldn’t load the answers while you typed. Press Search to get them.';

/** With the query, because screen readers announce only a text that has changed. */
const toSentence = (count: number, query: string): string =>
  count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'answer' : 'answers'} found for “${query}”.`;

/**
 * The number of search results, with a fixed text if there are none. The live region is rendered even
 * without a query, because screen readers announce changes inside a region, but not a region that is inserted with its text.
 */
const SearchStatus = ({ classNames, query, count, hasFailed, askHref }: SearchStatusProps) => (
  <div
    className={
      hasFailed ? classNames.count : count === null ? undefined : count === 0 ? classNames.empty : classNames.count
    }
  >
    <p role="status">{hasFailed ? FAILURE : count !== null && toSentence(count, query)}</p>
    {count === 0 && !hasFailed && (
      <p className={classNames.hint}>
        Try fewer words, or <a href={askHref}>ask us</a>.
      </p>
    )}
  </div>
);

/** The search form of the FAQ and the list below it, which shows the server's results until the user types. */
export const FaqSearch = ({
  classNames,
  action,
  query,
  count,
  askHref,
  controls,
  topics,
  listId,
  children,
}: FaqSearchProps) => {
  const [results, setResults] = useState<SearchResults | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const enteredText = useCallback((): string => {
    const entered = form.current ? new FormData(form.current).get('q') : null;
    return typeof entered === 'string' ? entered.trim() : '';
  }, []);

  const show = useCallback(async () => {
    const text = enteredText();
    const search = await loadForUse(loadSearchOnce);
    if (text !== enteredText()) return;
    updateUrl(text);
    setHasFailed(false);
    setResults({ query: text, entries: search.find(text), pages: [], search });
    if (text === '') return;
    const pages = await findPages(text);
    setResults((shown) => (shown?.query === text ? { ...shown, pages } : shown));
  }, [enteredText]);

  const showDebounced = useCallback(() => {
    clearTimeout(timer.current);
    loadSearchOnce().catch(() => undefined);
    // A failure must not navigate while the user types: the list stays as it is until the form is submitted.
    timer.current = setTimeout(() => void show().catch(() => setHasFailed(true)), DELAY_MS);
  }, [show]);

  useEffect(() => {
    // The user may have typed before hydration.
    if (enteredText() !== query) showDebounced();
    return () => {
      clearTimeout(timer.current);
      // The next visit of the page loads the entries again, since they may have changed.
      loading = undefined;
    };
  }, [enteredText, query, showDebounced]);

  const clearSearch = useEffectEvent((event: MouseEvent): void => {
    if (!opensFullList(event)) return;
    clearTimeout(timer.current);
    const box = form.current?.elements.namedItem('q');
    if (box instanceof HTMLInputElement) box.value = '';
    // `replaceState` put the query into the URL without the router's knowledge. Restore the URL that the router knows, so
    // that it recognises the link as one to the current page.
    updateUrl(query);
    flushSync(() => {
      setHasFailed(false);
      // Results that are about to be shown are not in `results` yet.
      setResults((shown) => shown && { ...shown, query: '' });
    });
  });

  useEffect(() => {
    const listeners = new AbortController();
    addEventListener('click', (event) => clearSearch(event), { capture: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clearTimeout(timer.current);
    // If the entries cannot be loaded, the form is submitted to the server, as without JavaScript.
    void show().catch(() => form.current?.submit());
  };

  return (
    <div data-island="" className={classNames.columns}>
      <form
        ref={form}
        action={action}
        method="get"
        onInput={showDebounced}
        onSubmit={submit}
        className={classNames.form}
      >
        <search className={classNames.search}>{controls}</search>
      </form>
      {topics}
      <div id={listId} className={classNames.list}>
        <SearchStatus
          classNames={classNames}
          query={results === null ? query : results.query}
          count={results === null ? count : countOf(results)}
          hasFailed={hasFailed}
          askHref={askHref}
        />
        {results === null ? children : <Results {...results} />}
      </div>
    </div>
  );
};

const countOf = ({ query, entries }: SearchResults): number | null => (query === '' ? null : entries.length);

const Results = ({ query, entries, pages, search: { groups, FaqEntries, FaqGroups, FoundPages } }: SearchResults) =>
  query === '' ? (
    <FaqGroups groups={groups} />
  ) : (
    <>
      <FaqEntries key={query} entries={entries} />
      <FoundPages pages={pages} />
    </>
  );
