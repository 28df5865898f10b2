import 'server-only';
import { type CheckQuery, MAX_DOMAINS } from './check-query.ts';

const MAX_LINES = 10;

/** The problems of an entered list, for the visitor; empty if there are none. */
export const toNotes = ({ domains, rejected, excess }: CheckQuery): readonly string[] => {
  if (excess > 0) {
    return [
      `The check takes ${MAX_DOMAINS} domains at a time, and this list has ${(MAX_DOMAINS + excess).toLocaleString('en')}. Check it in parts, or upload it to your account, which takes 10,000 lines per file.`,
    ];
  }
  const lines = rejected
    .slice(0, MAX_LINES)
    .map(({ line, text: entry, reason }) => `Line ${line}, “${entry}”: ${reason}`);
  const more = rejected.length - lines.length;
  return [
    ...(domains.length === 0 && rejected.length === 0 ? ['There are no domains in this list.'] : []),
    ...lines,
    ...(more === 1 ? ['One more line isn’t a domain.'] : []),
    ...(more > 1 ? [`${more.toLocaleString('en')} more lines aren’t domains.`] : []),
  ];
};
