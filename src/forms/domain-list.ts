import { parse } from 'tldts';
import type { RejectedLine } from '../mail/message-kind.ts';
import { LIST_LIMITS } from './decode-list-file.ts';
import { INVISIBLE, toAsciiHost } from './host-name.ts';

/** An entry that was reduced to its registrable domain. */
type ReducedLine = { readonly line: number; readonly from: string; readonly to: string };

export type DomainList = {
  /** Registrable domains in ASCII, without duplicates, in the order of the list. */
  readonly domains: readonly string[];
  readonly duplicates: number;
  readonly rejected: readonly RejectedLine[];
  /** Subdomains and URLs that were reduced to their domain. */
  readonly reduced: readonly ReducedLine[];
  /** Whether only the first column of a table was read. */
  readonly isTable: boolean;
};

type TooLong = { readonly status: 'too-long'; readonly message: string };

export type DomainListResult = { readonly status: 'read'; readonly list: DomainList } | TooLong;

/** A domain and its extension such as `com` or `co.uk`, or why the entry is no domain. */
type EntryResult =
  | { readonly domain: string; readonly ending: string; readonly isReduced: boolean }
  | { readonly domain: null; readonly reason: string };

/** An entry of a list. `text` is what was entered, at most 80 characters of it. */
export type ListEntry = { readonly line: number; readonly text: string } & EntryResult;

const SPECIAL_USE = new Set(['arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']);
const CLOSED = new Set(['gov', 'edu', 'mil']);
/**
 * Suffixes of the private section of the public suffix list below which registries such as CentralNic sell domains to anybody. Others,
 * such as `github.io`, are of services whose names cannot be parked.
 */
const SOLD_SUFFIXES: ReadonlySet<string> = new Set(
  (
    'ae.org africa.com br.com cn.com co.com co.nl co.no com.de com.se de.com eu.com gb.net gr.com hk.com hk.org hu.net in.net it.com ' +
    'jp.net jpn.com mex.com radio.am radio.fm ru.com sa.com se.net uk.com uk.net us.com us.org za.bz za.com za.net za.org'
  ).split(' '),
);
const HEADING = /^(?:domains?(?:[ _-]?names?)?$|names?$|hosts?(?:[ _-]?names?)?$|urls?$|sites?$|websites?$)/i;

const reject = (reason: string): EntryResult => ({ domain: null, reason });

/** The registrable domain of an entry. `name.tld`, `www.name.tld` and `https://name.tld/path` have the same one. */
const readEntry = (entry: string): EntryResult => {
  const name = entry
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d*$/, '')
    .replace(/^\*\./, '')
    .replace(/\.$/, '');
  if (name.includes('@')) return reject('An email address isn’t a domain.');
  if (/^\[|^[\da-f]*:[\da-f:.]*$/i.test(name) || /^\d+(?:\.\d+){3}$/.test(name))
    return reject('An IP address isn’t a domain.');
  if (name.length > 0 && !/[.。．｡]/.test(name)) return reject('No extension such as .com.');
  const host = toAsciiHost(name);
  if (host === null) return reject('This isn’t a domain name.');

  const allowPrivateDomains = SOLD_SUFFIXES.has(host.split('.').slice(-2).join('.'));
  const options = { extractHostname: false, validateHostname: false, allowPrivateDomains };
  const { domain, publicSuffix, isIcann, isPrivate } = parse(host, options);
  const ending = host.slice(host.lastIndexOf('.') + 1);
  if (SPECIAL_USE.has(ending)) return reject(`.${ending} isn’t part of the public DNS.`);
  if (!(isIcann || isPrivate) || publicSuffix === null) return reject(`There’s no extension .${ending}.`);
  if (domain === null) return reject(`.${publicSuffix} is an extension, not a domain.`);
  if (CLOSED.has(ending)) return reject(`We can’t take .${ending} domains.`);
  return { domain, ending: publicSuffix, isReduced: host !== domain || name.length !== entry.length };
};

/** A bullet or number of a list. */
const MARKER = /^\s*(?:[-*•–]|\d+[.)])\s+/;

const cellsOf = (line: string): string[] =>
  line
    .replace(INVISIBLE, '')
    .replace(MARKER, '')
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );

/** Only so many columns are examined, to bound the cost of very wide rows. */
const MAX_COLUMNS = 50;
/** Matches cells that look like a domain, even if the extension does not exist. */
const NAME_LIKE = /^(?:https?:\/\/)?[^\s@/]+[.。．｡]\p{L}[\p{L}\d-]*\.?(?:[/:?#].*)?$/iu;

/**
 * The index of the first row of a table, of which only the first column is read; the number of rows if there is no table. It begins with a
 * heading above several columns. Without a heading, all rows are a table if the other columns contain no domains, or if rows with several
 * cells have the same length and one column contains no domains. In other rows every cell is an entry, as in `a.com, b.com`: no domain may be
 * left out because another one is misspelled or has a note.
 */
const findTable = (rows: readonly (readonly string[])[]): number => {
  const heading = rows.findIndex(([first = '', ...others]) => others.length > 0 && HEADING.test(first));
  if (heading !== -1) return heading;
  const columns = new Map<number, { cells: number; names: number }>();
  for (const row of rows) {
    for (const [index, cell] of row.slice(1, MAX_COLUMNS).entries()) {
      if (cell === '') continue;
      const { cells, names } = columns.get(index) ?? { cells: 0, names: 0 };
      columns.set(index, { cells: cells + 1, names: names + Number(NAME_LIKE.test(cell)) });
    }
  }
  const data = [...columns.values()].filter(({ names }) => names === 0);
  const isDataOnly = data.length > 0 && data.length === columns.size;
  const lengths = new Set(rows.map(({ length }) => length).filter((length) => length > 1));
  return isDataOnly || (lengths.size === 1 && data.some(({ cells }) => cells > 1)) ? 0 : rows.length;
};

/** Several domains that are separated by spaces. */
const splitNames = (cell: string): readonly string[] => {
  const words = cell.split(/\s+/);
  return words.every((word) => NAME_LIKE.test(word)) ? words : [cell];
};

const tooLong = (message: string): TooLong => ({ status: 'too-long', message });

/** Without blank lines at the end, which would count towards the limit. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/);

/**
 * Reads the entries of a pasted or uploaded list: one domain per line, several per line, or a table. IDN in Unicode or Punycode. Headings,
 * comments and empty cells are left out.
 */
export const readListEntries = (
  text: string,
): { readonly status: 'read'; readonly entries: readonly ListEntry[]; readonly isTable: boolean } | TooLong => {
  if (text.length > LIST_LIMITS.bytes || new TextEncoder().encode(text).length > LIST_LIMITS.bytes) {
    return tooLong('The list is larger than 1 MB.');
  }
  const lines = linesOf(text);
  if (lines.length > LIST_LIMITS.lines + 1) {
    return tooLong(`The list has more than ${LIST_LIMITS.lines.toLocaleString('en')} lines.`);
  }

  const cells = lines.map(cellsOf);
  const table = findTable(cells);
  const rows = cells.map((row, index) => (index < table ? row : row.slice(0, 1)).flatMap(splitNames));
  if (rows.reduce((sum, row) => sum + row.length, 0) > LIST_LIMITS.lines + 1) {
    return tooLong(`The list has more than ${LIST_LIMITS.lines.toLocaleString('en')} entries.`);
  }
  const entries = rows.flatMap((row, index) =>
    row
      .filter((cell) => cell !== '' && !cell.startsWith('#') && !HEADING.test(cell))
      .map((cell): ListEntry => ({ line: index + 1, text: cell.slice(0, 80), ...readEntry(cell) })),
  );
  return { status: 'read', entries, isTable: table < lines.length };
};

export const toDomainList = ({
  entries,
  isTable,
}: Pick<DomainList, 'isTable'> & { readonly entries: readonly ListEntry[] }): DomainList => {
  const domains = new Set<string>();
  const rejected: RejectedLine[] = [];
  const reduced: ReducedLine[] = [];
  let duplicates = 0;

  for (const entry of entries) {
    const { line, text } = entry;
    if (entry.domain === null) {
      rejected.push({ line, text, reason: entry.reason });
      continue;
    }
    if (domains.has(entry.domain)) duplicates += 1;
    else if (entry.isReduced) reduced.push({ line, from: text, to: entry.domain });
    domains.add(entry.domain);
  }
  return { domains: [...domains], duplicates, rejected, reduced, isTable };
};

/** Parses a pasted or uploaded list. */
export const parseDomainList = (text: string): DomainListResult => {
  const result = readListEntries(text);
  return result.status === 'read' ? { status: 'read', list: toDomainList(result) } : result;
};
