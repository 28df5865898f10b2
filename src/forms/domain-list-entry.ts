import type { RejectedLine } from '../mail/message-kind.ts';
import { decodeListFile, LIST_LIMITS } from './decode-list-file.ts';
import { type DomainList, parseDomainList } from './domain-list.ts';

/** Feedback on a list while the visitor enters it. This module includes the public suffix list, so it is lazy-loaded. */
export type ListFeedback = { readonly summary: string; readonly rejected: readonly RejectedLine[] };

export type FileNote = { readonly text: string; readonly isError: boolean };

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** How many domains, duplicates, shortened entries and rejected lines there are. */
export const toListSummary = ({ domains, duplicates, rejected, reduced, isTable }: DomainList): string =>
  [
    count(domains.length, 'domain', 'domains'),
    ...(isTable ? ['from the first column of the table'] : []),
    ...(duplicates > 0 ? [`${count(duplicates, 'duplicate', 'duplicates')} removed`] : []),
    ...(reduced.length > 0 ? [`${count(reduced.length, 'entry', 'entries')} shortened to the domain`] : []),
    ...(rejected.length > 0 ? [count(rejected.length, 'line isn’t a domain', 'lines aren’t domains')] : []),
  ].join(', ');

export const checkList = (text: string): ListFeedback => {
  const result = parseDomainList(text);
  return result.status === 'read'
    ? { summary: toListSummary(result.list), rejected: result.list.rejected }
    : { summary: result.message, rejected: [] };
};

/** Appends the lines of a file to the field and dispatches an `input` event on it. Resolves with a note for the visitor. */
export const addFile = async (file: File, list: HTMLTextAreaElement): Promise<FileNote> => {
  if (file.size > LIST_LIMITS.bytes) return { text: `${file.name} is larger than 1 MB.`, isError: true };
  const bytes = await file.arrayBuffer().catch(() => null);
  // For example because the file has been changed or moved since it was chosen.
  if (bytes === null) return { text: `${file.name} can’t be read. Please choose it again.`, isError: true };
  const text = decodeListFile(new Uint8Array(bytes));
  if (text.trim() === '') return { text: `${file.name} is empty.`, isError: true };
  if (text.includes('\0')) {
    return { text: `${file.name} isn’t a text file. Save the list as .txt or .csv.`, isError: true };
  }
  const lines = text.trimEnd().split(/\r\n|[\r\n]/);
  list.value = [list.value.trimEnd(), lines.join('\n')].filter((part) => part !== '').join('\n');
  list.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return { text: `${count(lines.length, 'line', 'lines')} from ${file.name} added to the list.`, isError: false };
};
