import { decodeListFile, LIST_LIMITS } from './decode-list-file.ts';
import { type DomainListResult, parseDomainList, type RejectedLine } from './domain-list.ts';

/** What a list turns out to be while it is entered. It comes with the public suffixes, and is loaded when there is a list. */
export type ReadList = { readonly summary: string; readonly refused: readonly RejectedLine[] };

export type FileNote = { readonly text: string; readonly isError: boolean };

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const toSummary = (verdict: DomainListResult): string => {
  if (verdict.status === 'too-long') return verdict.message;
  const { domains, duplicates, refused, reduced } = verdict.list;
  return [
    count(domains.length, 'domain', 'domains'),
    ...(duplicates > 0 ? [`${count(duplicates, 'duplicate', 'duplicates')} left out`] : []),
    ...(reduced.length > 0 ? [`${count(reduced.length, 'entry', 'entries')} cut to the domain`] : []),
    ...(refused.length > 0 ? [`${count(refused.length, 'line', 'lines')} refused`] : []),
  ].join(', ');
};

export const readList = (text: string): ReadList => {
  const verdict = parseDomainList(text);
  return { summary: toSummary(verdict), refused: verdict.status === 'read' ? verdict.list.refused : [] };
};

/** Adds the lines of a file to the field, whose listeners hear of it, and says so; or what is wrong with the file. */
export const addFile = async (file: File, list: HTMLTextAreaElement): Promise<FileNote> => {
  if (file.size > LIST_LIMITS.bytes) return { text: `${file.name} is larger than 1 MB.`, isError: true };
  const text = decodeListFile(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) {
    return { text: `${file.name} is not a text file. Save the list as .txt or .csv.`, isError: true };
  }
  const lines = text.replace(/\s+$/, '').split(/\r\n|[\r\n]/);
  list.value = [list.value.trimEnd(), lines.join('\n')].filter((part) => part !== '').join('\n');
  list.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return { text: `${count(lines.length, 'line', 'lines')} of ${file.name} added to the list.`, isError: false };
};
