import { readDocumentLinks } from '../rsc/document-links.ts';

/** The chunks and style sheets that the client components of a page need, relative to the site's root, by the page's path. */
export type PageChunks = Readonly<Record<string, readonly string[]>>;

const chunksOf = (html: string): string[] => {
  const { chunks, styleSheets } = readDocumentLinks(html);
  return [...chunks, ...styleSheets];
};

/** The chunks of each page, without those that most pages name: a visitor with an open page has those already. */
export const listPageChunks = (documents: ReadonlyMap<string, string>): PageChunks => {
  const named = [...documents].map(([page, html]) => [page, chunksOf(html)] as const);
  const isRare = (chunk: string): boolean =>
    named.filter(([, chunks]) => chunks.includes(chunk)).length <= named.length / 2;
  return Object.fromEntries(
    named.map(([page, chunks]) => [page, chunks.filter(isRare)] as const).filter(([, chunks]) => chunks.length > 0),
  );
};
