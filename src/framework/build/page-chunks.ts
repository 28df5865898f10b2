import { readDocumentLinks } from '../render/document-links.ts';

/** By the path of a page: the URLs of its chunks and style sheets, without the leading slash. */
export type PageChunks = Readonly<Record<string, readonly string[]>>;

const chunksOf = (html: string): string[] => {
  const { chunks, styleSheets } = readDocumentLinks(html);
  return [...chunks, ...styleSheets];
};

/**
 * The chunks and style sheets of each page, without those that more than half of the pages need: a visitor with an open
 * page has usually loaded these already.
 */
export const listPageChunks = (documents: ReadonlyMap<string, string>): PageChunks => {
  const chunksByPage = [...documents].map(([page, html]) => [page, chunksOf(html)] as const);
  const isRare = (chunk: string): boolean =>
    chunksByPage.filter(([, chunks]) => chunks.includes(chunk)).length <= chunksByPage.length / 2;
  return Object.fromEntries(
    chunksByPage
      .map(([page, chunks]) => [page, chunks.filter(isRare)] as const)
      .filter(([, chunks]) => chunks.length > 0),
  );
};
