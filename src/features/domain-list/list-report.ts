import { type CsvFile, toCsv } from '../../forms/csv.ts';
import { type ListEntry, readListEntries, toDomainList } from '../../forms/domain-list.ts';
import { toListSummary } from '../../forms/domain-list-entry.ts';

/*
 * What the list check shows about a list. This module includes the public suffix list, so it is lazy-loaded.
 */

/** Entries that have something in common, as a table. */
export type ListGroup = {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type ListReport = {
  readonly summary: string;
  /** Registrable domains in ASCII, without duplicates, in the order of the list. */
  readonly domains: readonly string[];
  /** Without empty groups. */
  readonly groups: readonly ListGroup[];
};

type DomainEntry = Extract<ListEntry, { readonly domain: string }>;
type RejectedEntry = Extract<ListEntry, { readonly domain: null }>;

/** An entry, and whether an earlier one has the same domain. */
type MarkedEntry = RejectedEntry | (DomainEntry & { readonly isDuplicate: boolean });

const isRejected = (entry: ListEntry): entry is RejectedEntry => entry.domain === null;

const markDuplicates = (entries: readonly ListEntry[]): readonly MarkedEntry[] => {
  const seen = new Set<string>();
  return entries.map((entry) => {
    if (isRejected(entry)) return entry;
    const isDuplicate = seen.has(entry.domain);
    seen.add(entry.domain);
    return { ...entry, isDuplicate };
  });
};

const isIdn = ({ domain }: DomainEntry): boolean => domain.split('.').some((label) => label.startsWith('xn--'));

const numberOf = (line: number): string => line.toLocaleString('en');

/** How many domains each extension has, the most frequent one first. */
const toEndingRows = (domains: readonly DomainEntry[]): ListGroup['rows'] => {
  const counts = new Map<string, number>();
  for (const { ending } of domains) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return [...counts]
    .sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .map(([ending, count]) => [`.${ending}`, numberOf(count)]);
};

const toGroups = (entries: readonly MarkedEntry[]): readonly ListGroup[] => {
  const rejected = entries.filter(isRejected);
  const found = entries.filter((entry) => !isRejected(entry));
  const domains = found.filter(({ isDuplicate }) => !isDuplicate);
  const toRow = ({ line, text, domain }: DomainEntry) => [numberOf(line), text, domain];
  const groups = [
    { title: 'Extensions', head: ['Extension', 'Domains'], rows: toEndingRows(domains) },
    {
      title: 'Lines that aren’t domains',
      head: ['Line', 'Entry', 'Reason'],
      rows: rejected.map(({ line, text, reason }) => [numberOf(line), text, reason]),
    },
    {
      title: 'Duplicates',
      head: ['Line', 'Entry', 'Domain'],
      rows: found.filter(({ isDuplicate }) => isDuplicate).map(toRow),
    },
    {
      title: 'Shortened to the domain',
      head: ['Line', 'Entry', 'Domain'],
      rows: domains.filter(({ isReduced }) => isReduced).map(toRow),
    },
    { title: 'IDNs', head: ['Line', 'Entry', 'In the DNS'], rows: domains.filter(isIdn).map(toRow) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
};

/** Sorts a pasted or uploaded list. A list that is too long has no domains, and its summary says so. */
export const toListReport = (text: string): ListReport => {
  const result = readListEntries(text);
  if (result.status === 'too-long') return { summary: result.message, domains: [], groups: [] };
  const list = toDomainList(result);
  return {
    summary: toListSummary(list),
    domains: list.domains,
    groups: toGroups(markDuplicates(result.entries)),
  };
};

const toResult = (entry: MarkedEntry): string => {
  if (isRejected(entry)) return 'rejected';
  return entry.isDuplicate ? 'duplicate' : 'domain';
};

/** A CSV file with a row for each entry of a list. */
export const toListCsv = (text: string): CsvFile => {
  const result = readListEntries(text);
  const entries = result.status === 'read' ? markDuplicates(result.entries) : [];
  return toCsv('domain-list.csv', [
    ['line', 'entry', 'result', 'domain', 'extension', 'reason'],
    ...entries.map((entry) => [
      entry.line,
      entry.text,
      toResult(entry),
      entry.domain ?? '',
      isRejected(entry) ? '' : entry.ending,
      isRejected(entry) ? entry.reason : '',
    ]),
  ]);
};
