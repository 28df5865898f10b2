import 'server-only';
import type { RequestKind } from './request-kind.ts';

/** A request for a page as a document, as its RSC payload or as the JSON of its content. */
export type PageRequest = {
  readonly kind: 'document' | 'payload' | 'content';
  /** The path of the page without a trailing slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
};

/** The result of parsing a request, which the pipeline passes to all later stages. */
export type ParsedRequest = {
  readonly kind: RequestKind;
  /** Canonical and percent-encoded, without a trailing slash. */
  readonly pathname: string;
  /** With the question mark, or empty. */
  readonly search: string;
  /** The page that the URL belongs to; null if it belongs to no page, such as the URL of an action. */
  readonly page: PageRequest | null;
  /** The client's IP address. */
  readonly address: string;
};
