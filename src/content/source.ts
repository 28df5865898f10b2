import 'server-only';
import type { z } from 'zod';
import { toReason } from './acf.ts';
import { toCleanContent } from './clean-content.ts';

export type Query = Readonly<Record<string, string | number>>;

export type Answer<Value> = {
  readonly value: Value;
  /** `X-WP-TotalPages`; 1 where the answer is no list. */
  readonly totalPages: number;
};

/** Whatever answers WordPress's `wp-json` paths. */
export type ContentSource = {
  readonly name: 'snapshot' | 'wordpress';
  /**
   * One answer, checked by the schema. Null where the source has no such route (404).
   *
   * @throws {Error} that names the source, the path and what is wrong; `isSourceDown` tells how far it reaches.
   */
  read<Schema extends z.ZodType>(path: string, query: Query, schema: Schema): Promise<Answer<z.output<Schema>> | null>;
};

/** An error after which no other path of the same source is worth a wait. */
export const sourceDown = (message: string): Error => Object.assign(new Error(message), { isSourceDown: true });

export const isSourceDown = (error: unknown): boolean => error instanceof Error && 'isSourceDown' in error;

/**
 * A body as the schema reads it, its texts well-formed and bounded (`toCleanContent`).
 *
 * @throws {Error} that names the source, its path and the flawed places in the body.
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
 * The body of a path that the site cannot do without.
 *
 * @throws {Error} also where there is no such route.
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
