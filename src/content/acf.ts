import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { toText } from './safe-html.ts';
import { warnOnce, withWarningContext } from './warn-once.ts';

/** Advanced Custom Fields writes an empty value as any of these, or leaves the key out. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const AnyValue = z.unknown().optional();

/** Wording of what is wrong with a value, for logs: the first three flaws with their paths. */
export const toReason = ({ issues }: z.core.$ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'body'}: ${message}`)
    .join('; ');

/** A schema for a field that may be empty: `empty` then, else what the schema makes of it. */
export const orEmpty = <Schema extends z.ZodType, Empty>(schema: Schema, empty: Empty) =>
  AnyValue.transform((value, context): z.output<Schema> | Empty => {
    if (isEmpty(value)) return empty;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const Typed = z.union([z.string(), z.number().transform(String)], { error: 'expected text' });

/** Text as HTML or as it was typed: `''` when empty. */
export const RawText = orEmpty(Typed, '');

/** Words for people, without markup: `''` when empty. */
export const PlainText = orEmpty(Typed.transform(toText), '');

/** A group of fields; one that was never saved is a group whose fields are all empty. */
export const group = <Schema extends z.ZodType>(schema: Schema) =>
  AnyValue.transform((value, context): z.output<Schema> => {
    const result = schema.safeParse(isEmpty(value) ? {} : value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

/**
 * The value of an answer's key `acf`. ACF and the companion plugin always write it, so an answer without the key comes from a
 * content system that lacks both: it is broken, not empty.
 */
export const fields = <Schema extends z.ZodType>(schema: Schema) =>
  AnyValue.superRefine((value, context) => {
    if (value === undefined) context.addIssue('is missing: is the plugin Site Companion active?');
  }).pipe(group(schema));

const Identified = z.object({ id: z.union([z.number(), z.string()]) });

const createItemParser = <Schema extends z.ZodType>(schema: Schema, kind: string) => {
  const kept: NonNullable<z.output<Schema>>[] = [];
  let broken = 0;
  return {
    parse: (item: unknown, index: number): void => {
      const identified = Identified.safeParse(item);
      const which = identified.success ? { id: identified.data.id } : { index };
      const result = withWarningContext(`${kind} ${which.id ?? index}`, () => schema.safeParse(item));
      if (result.success) {
        if (result.data !== null && result.data !== undefined) kept.push(result.data);
        return;
      }
      broken += 1;
      const reason = toReason(result.error);
      warnOnce(
        `${kind} ${JSON.stringify(which)} ${reason}`,
        { kind, ...which, reason },
        'An item of the content is broken and left out.',
      );
    },
    result: () => ({ kept, broken }),
  };
};

/**
 * Reads items one by one. A broken one is left out, counted, and logged once by its id where it has one; null is left out in
 * silence.
 *
 * @param kind what an item is called in the log, for example `event`.
 */
export const parseItems = <Schema extends z.ZodType>(items: readonly unknown[], schema: Schema, kind: string) => {
  const parser = createItemParser(schema, kind);
  for (const [index, item] of items.entries()) parser.parse(item, index);
  return parser.result();
};

/** The longest stretch of the event loop that one answer takes, unless a single item takes longer. */
const SLICE_MS = 20;

/** `parseItems` for a whole answer: one with much HTML takes seconds, so other work is let through between its items. */
export const parseItemsCooperatively = async <Schema extends z.ZodType>(
  items: readonly unknown[],
  schema: Schema,
  kind: string,
) => {
  const parser = createItemParser(schema, kind);
  let startedAt = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - startedAt > SLICE_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    parser.parse(item, index);
  }
  return parser.result();
};

/** A repeater, a gallery or any other list: `[]` when empty, without its broken rows. */
export const listOf = <Schema extends z.ZodType>(schema: Schema, kind: string) =>
  orEmpty(z.array(z.unknown(), { error: 'expected a list' }), []).transform(
    (items) => parseItems(items, schema, kind).kept,
  );
