import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { toText } from './safe-html.ts';
import { warnOnce, withWarningContext } from './warn-once.ts';

/** Advanced Custom Fields writes an empty value in any of these ways, or omits the key. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const AnyValue = z.unknown().optional();

/** The first three validation errors with their paths, as one line for the log. */
export const toReason = ({ issues }: z.core.$ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'body'}: ${message}`)
    .join('; ');

/** A schema for an optional field: returns `empty` for an empty value, otherwise the output of the schema. */
export const orEmpty = <Schema extends z.ZodType, Empty>(schema: Schema, empty: Empty) =>
  AnyValue.transform((value) => (isEmpty(value) ? undefined : value))
    .pipe(schema.optional())
    .transform((value): z.output<Schema> | Empty => (value === undefined ? empty : value));

const TextOrNumber = z.union([z.string(), z.number().transform(String)], { error: 'expected text' });

/** Unprocessed text or HTML; `''` when empty. */
export const RawText = orEmpty(TextOrNumber, '');

/** Text without markup; `''` when empty. */
export const PlainText = orEmpty(TextOrNumber.transform(toText), '');

/** A group of fields. A group that was never saved counts as one whose fields are all empty. */
export const group = <Schema extends z.ZodType>(schema: Schema) =>
  AnyValue.transform((value) => (isEmpty(value) ? {} : value)).pipe(schema);

/**
 * The value of the key `acf` in a response. ACF and the companion plugin always write it, so a response without it comes
 * from a misconfigured CMS and is an error rather than empty content.
 */
export const fields = <Schema extends z.ZodType>(schema: Schema) =>
  AnyValue.superRefine((value, context) => {
    if (value === undefined) context.addIssue('is missing: is the plugin Site Companion active?');
  }).pipe(group(schema));

const Identified = z.object({ id: z.union([z.number(), z.string()]) });

const parseItem = <Schema extends z.ZodType>(item: unknown, index: number, schema: Schema, kind: string) => {
  const identified = Identified.safeParse(item);
  const idOrIndex = identified.success ? { id: identified.data.id } : { index };
  const result = withWarningContext(`${kind} ${idOrIndex.id ?? index}`, () => schema.safeParse(item));
  if (!result.success) {
    const reason = toReason(result.error);
    warnOnce(
      `${kind} ${JSON.stringify(idOrIndex)} ${reason}`,
      { kind, ...idOrIndex, reason },
      'skipping an invalid content item',
    );
  }
  return result;
};

const isPresent = <Value>(value: Value): value is NonNullable<Value> => value !== null && value !== undefined;

/**
 * Validates items one by one. An invalid item is skipped and logged once (by its id if it has one). An item that the schema maps to
 * null is skipped silently.
 *
 * @param kind the name of an item in the log, for example `event`.
 */
export const parseItems = <Schema extends z.ZodType>(items: readonly unknown[], schema: Schema, kind: string) =>
  items.map((item, index) => parseItem(item, index, schema, kind).data).filter(isPresent);

/** How long parsing may block the event loop before it yields. A single item that takes longer is not interrupted. */
const SLICE_MS = 20;

/**
 * `parseItems` for a whole response, which can take seconds when it contains much HTML: yields to other work between items, and
 * counts the invalid items in `broken`.
 */
export const parseItemsCooperatively = async <Schema extends z.ZodType>(
  items: readonly unknown[],
  schema: Schema,
  kind: string,
) => {
  const valid: NonNullable<z.output<Schema>>[] = [];
  let broken = 0;
  let startedAt = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - startedAt > SLICE_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    const { success, data } = parseItem(item, index, schema, kind);
    if (!success) broken += 1;
    else if (isPresent(data)) valid.push(data);
  }
  return { items: valid, broken };
};

/** A repeater, a gallery or any other list, without its invalid rows; `[]` when empty. */
export const listOf = <Schema extends z.ZodType>(schema: Schema, kind: string) =>
  orEmpty(z.array(z.unknown(), { error: 'expected a list' }), []).transform((rows) => parseItems(rows, schema, kind));
