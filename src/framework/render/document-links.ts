import { isStyleSheet, type ListedToken, listTokens } from './html-tokens.ts';

/** The URLs in a document (`html-document.ts`). */
export type DocumentLinks = {
  /** The RSC payload from which the document is hydrated; null if it is never hydrated. */
  readonly payloadUrl: string | null;
  /** The URLs of the scripts with React and the client components, without the leading slash. */
  readonly chunks: readonly string[];
  /** The URLs of the style sheets that React manages, without the leading slash. */
  readonly styleSheets: readonly string[];
  readonly socialImages: readonly string[];
  readonly hrefs: readonly string[];
};

/** Reads a document for the build, which runs outside the server: this module must not import `server-only`. */
export const readDocumentLinks = (html: string): DocumentLinks => {
  const tokens = listTokens(html);
  const hydration = tokens.find(({ attributes }) => attributes['data-payload'] !== undefined)?.attributes;
  const valuesOf = (name: string, isWanted: (token: ListedToken) => boolean = () => true): string[] =>
    tokens.filter(isWanted).flatMap(({ attributes }) => attributes[name] ?? []);
  return {
    payloadUrl: hydration?.['data-payload'] ?? null,
    chunks: (hydration?.['data-chunks'] ?? '').split(' ').filter((chunk) => chunk !== ''),
    styleSheets: valuesOf('href', isStyleSheet).map((href) => href.replace(/^\//, '')),
    socialImages: valuesOf('content', ({ attributes }) => attributes.property === 'og:image'),
    hrefs: valuesOf('href'),
  };
};
