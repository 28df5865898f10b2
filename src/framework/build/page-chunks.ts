import { readDocumentLinks } from '../rsc/document-links.ts';

/** Files below the root of the site that the islands of a page need, scripts and style sheets, by the page's path. */
export type PageChunks = Readonly<Record<string, readonly string[]>>;

const partsOf = (html: string): string[] => {
  const { chunks, styleSheets } = readDocumentLinks(html);
  return [...chunks, ...styleSheets];
};

/**
 * What the documents of these pages name as their parts, without what most of them name: a visitor who has a page open
 * has that already. Pages that need nothing more are left out.
 */
export const listPageChunks = (documents: ReadonlyMap<string, string>): PageChunks => {
  const named = [...documents].map(([page, html]) => [page, partsOf(html)] as const);
  const isOwn = (part: string): boolean => named.filter(([, parts]) => parts.includes(part)).length <= named.length / 2;
  return Object.fromEntries(
    named.map(([page, parts]) => [page, parts.filter(isOwn)] as const).filter(([, parts]) => parts.length > 0),
  );
};
