import 'server-only';
import type { z } from 'zod';
import { toReason } from './acf.ts';
import { toCleanContent } from './clean-content.ts';

export type Query = Readonly<Record<string, string | number>>;

export type Answer<Value> = {
  readonly value: Value;
  /** `X-WP-TotalPages`; 1 if the answer is not a list. */
  readonly totalPages: number;
};

/** Answers the `wp-json` paths of WordPress. */
export type ContentSource = {
  readonly name: 'snapshot' | 'wordpress';
  /**
   * Reads a path and validates the answer. Null if the source has no such route (404).
   *
   * @throws {Error} that names the source, the path and the reason; a `SourceDown` if other paths fail too.
   */
  read<Schema extends z.ZodType>(path: string, query: Query, schema: Schema): Promise<Answer<z.output<Schema>> | null>;
};

/** An error that every other path of the source would cause too. */
export class SourceDown extends Error {}

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

/**
 * Reads a path that the site requires.
 *
 * @throws {Error} also if there is no such route.
 */
export const readRequired = async <Schema extends z.ZodType>(
  source: ContentSource,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const answer = await source.read(path, {}, schema);
  if (answer === null) throw new Error(`${source.name} has no ${path}`);
  return answer.value;
};
