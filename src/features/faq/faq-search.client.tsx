'use client';

import { type FormEvent, type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../blocks/button/button.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import type { FaqGroup } from '../../content/faq-groups.ts';
import { isNative } from '../../framework/client/click-replay.ts';
import { closestOf } from '../../framework/client/closest.ts';
import { FaqEntries, type FaqEntry, FaqGroups } from './faq-groups.tsx';
import { SearchStatus, type StatusStyles } from './search-status.tsx';

type FaqSearchProps = {
  /** Names of classes. From the server, so that they stand in the sheet of the page, for which alone the first paint waits. */
  readonly look: StatusStyles & { readonly form?: string; readonly search?: string };
  /** Where the form leads without scripts; the page answers `?q=` with the same results. */
  readonly action: string;
  /** The address of every entry as JSON, asked for when a visitor starts to type. */
  readonly payload: string;
  /** The text that the server has already answered. */
  readonly query: string;
  /** How many entries the server found for that text; null where there is none. */
  readonly count: number | null;
  /** Where a visitor can ask what no entry answers. */
  readonly askHref: string;
  /** The list as the server shows it for that text. */
  readonly children: ReactNode;
};

type Payload = { readonly groups: readonly FaqGroup[] };
type Shown = { readonly query: string; readonly entries: readonly FaqEntry[]; readonly groups: readonly FaqGroup[] };

/** Specification §9. */
const DELAY_MS = 400;

/** When something was typed last, before React heard it too: at the latest when this code arrived. */
const typed = { at: performance.now() };
if (typeof window !== 'undefined') {
  const note = (): void => {
    typed.at = performance.now();
  };
  window.addEventListener('input', note, true);
}

/** The entries and the search over them, loaded once and only when they are needed. */
const loadSearch = async (address: string) => {
  const [{ createFaqSearch }, response] = await Promise.all([import('./search.ts'), fetch(address)]);
  if (!response.ok) throw new Error(`The entries could not be loaded: ${response.status}.`);
  const { groups }: Payload = await response.json();
  return { groups, search: createFaqSearch(groups.flatMap(({ entries }) => entries)) };
};

const updateUrl = (query: string): void => {
  const url = new URL(location.href);
  if (query === '') url.searchParams.delete('q');
  else url.searchParams.set('q', query);
  history.replaceState(history.state, '', url);
};

/** Whether a click follows a link to this page as it is without a search, in this window. */
const opensFullList = (event: MouseEvent): boolean => {
  const link = closestOf(event, 'a[href]');
  return (
    link instanceof HTMLAnchorElement &&
    link.origin + link.pathname === location.origin + location.pathname &&
    link.search === '' &&
    !isNative(event)
  );
};

/** The search box of the FAQ and the list below it: shows what the server sent until the visitor types something else. */
export const FaqSearch = ({ look, action, payload, query, count, askHref, children }: FaqSearchProps) => {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isAway, setIsAway] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loading = useRef<ReturnType<typeof loadSearch>>(undefined);
  const listId = useId();

  const enteredText = useCallback((): string => {
    const entered = form.current ? new FormData(form.current).get('q') : null;
    return typeof entered === 'string' ? entered.trim() : '';
  }, []);

  const load = useCallback(() => {
    loading.current ??= loadSearch(payload).catch((error: unknown) => {
      loading.current = undefined;
      throw error;
    });
    return loading.current;
  }, [payload]);

  const show = useCallback(async () => {
    const text = enteredText();
    const { groups, search } = await load();
    if (text !== enteredText()) return;
    updateUrl(text);
    setIsAway(false);
    setShown({ query: text, entries: search(text), groups });
  }, [enteredText, load]);

  const showLater = useCallback(() => {
    clearTimeout(timer.current);
    load().catch(() => undefined);
    const rest = Math.max(0, typed.at + DELAY_MS - performance.now());
    // Nobody is taken from the page while typing: the list stays as it is until the button is pressed.
    timer.current = setTimeout(() => void show().catch(() => setIsAway(true)), rest);
  }, [load, show]);

  useEffect(() => {
    // A visitor may have typed before this code arrived.
    if (enteredText() !== query) showLater();
    return () => clearTimeout(timer.current);
  }, [enteredText, query, showLater]);

  const leaveSearch = useEffectEvent((event: MouseEvent): void => {
    if (!opensFullList(event)) return;
    clearTimeout(timer.current);
    const box = form.current?.elements.namedItem('q');
    if (box instanceof HTMLInputElement) box.value = '';
    if (shown === null) return;
    // What was typed is in the address without the router's knowledge: it would take the list for another page, or for none.
    updateUrl(query);
    flushSync(() => {
      setIsAway(false);
      setShown({ ...shown, query: '' });
    });
  });

  useEffect(() => {
    const left = new AbortController();
    addEventListener('click', (event) => leaveSearch(event), { capture: true, signal: left.signal });
    return () => left.abort();
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clearTimeout(timer.current);
    // Without the entries the server still knows the answer: the form does what it does without scripts.
    void show().catch(() => form.current?.submit());
  };

  return (
    <div data-island="">
      <form ref={form} action={action} method="get" onSubmit={submit} className={look.form}>
        <search className={look.search}>
          <InputField
            label="Search the FAQ"
            name="q"
            type="search"
            defaultValue={query}
            maxLength={200}
            autoComplete="off"
            aria-controls={listId}
            onChange={showLater}
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </search>
      </form>
      <div id={listId}>
        <SearchStatus look={look} count={shown === null ? count : countOf(shown)} isAway={isAway} askHref={askHref} />
        {shown === null ? children : <Results {...shown} />}
      </div>
    </div>
  );
};

const countOf = ({ query, entries }: Shown): number | null => (query === '' ? null : entries.length);

const Results = ({ query, entries, groups }: Shown) =>
  query === '' ? <FaqGroups groups={groups} /> : <FaqEntries key={query} entries={entries} />;
