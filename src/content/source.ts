import 'server-only';
import type { z } from 'zod';
import { toReason } from './acf.ts';
import { toCleanContent } from './clean-content.ts';

export type Query = Readonly<Record<string, string | number>>;

/** Commas are not encoded, because docs/requirements.md fixes how a list of ids is requested. */
export const toPathWithQuery = (path: string, query: Query): string => {
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
  return search === '' ? path : `${path}?${search}`;
};

type SourceResponse<Value> = {
  readonly value: Value;
  /** `X-WP-TotalPages`; 1 if the value is not a list. */
  readonly totalPages: number;
};

/** Where content is read from, by the `wp-json` paths of WordPress: a live WordPress, its kept answers or the snapshot. */
export type ContentSource = {
  readonly name: 'kept' | 'snapshot' | 'wordpress';
  /**
   * Reads a path and validates the response.
   *
   * @throws {Error} that names the source, the path and the reason: a `MissingRoute` if the source has no such path, a `SourceDown` if
   * other paths fail too, a `TooLarge` if a smaller page may be accepted.
   */
  read<Schema extends z.ZodType>(path: string, query: Query, schema: Schema): Promise<SourceResponse<z.output<Schema>>>;
};

/** Why a request failed, for the log. undici names the reason only in the cause of its error. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no complete answer in time';
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? `${cause.code} ${cause.message}` : cause.message;
};

/** An error that every other path of the source would cause too. */
export class SourceDown extends Error {}

/** The source has responded that it has no such path (404). */
export class MissingRoute extends Error {
  constructor(source: string, path: string) {
    super(`${source} has no ${path}`);
  }
}

/** The response exceeds the limit of the source. `totalPages` is that of the response. */
export class TooLarge extends Error {
  readonly totalPages: number;

  constructor(source: string, path: string, maxBytes: number, totalPages: number) {
    super(`${source} answers ${path} with more than ${maxBytes} bytes`);
    this.totalPages = totalPages;
  }
}

/** Null for a response that failed with `MissingRoute`. */
export const nullIfMissing = <Response>(response: Promise<Response>): Promise<Response | null> =>
  response.catch((error) => {
    if (error instanceof MissingRoute) return null;
    throw error;
  });

/**
 * Validates a body after `toCleanContent` has made its texts well-formed and bounded.
 *
 * @throws {Error} that names the source, its path and the invalid fields.
 */
export const checkShape = <Schema extends z.ZodType>(
  source: string,
  path: string,
  body: unknown,
  schema: Schema,
): z.output<Schema> => {
  const result = schema.safeParse(toCleanContent(path, body));
  if (result.success) return result.data;
  throw new Error(`${source} answers ${path} in the wrong shape: ${toReason(result.error)}`);
};
