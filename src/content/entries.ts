import 'server-only';
import pLimit from 'p-limit';
import { z } from 'zod';
import { PlainText, parseItemsCooperatively } from './acf.ts';
import { GmtInstant } from './instants.ts';
import { toPlainText } from './safe-html.ts';
import { decodeSlug, isSlug } from './slugs.ts';
import type { ContentSource } from './source.ts';

/** More pages than this of one collection are a mistake of the content system, not content. */
const MAX_PAGES = 50;
/** Pages of one collection asked for at the same time, so that a long one leaves connections to other reads. */
const MAX_CONCURRENT_PAGES = 4;

const Items = z.array(z.unknown(), { error: 'expected a list' });

/** HTML of an entry's field. */
export const Rendered = z.object({ rendered: z.string() }).transform(({ rendered }) => rendered);

/** An entry's title, which WordPress writes as HTML with entities. */
export const Title = Rendered.transform(toPlainText);

/** WordPress stores slugs of other scripts percent-encoded; here they are readable. A slug that has no address is broken. */
export const Slug = z.string().transform((text, context) => {
  const slug = decodeSlug(text);
  if (slug !== null && isSlug(slug)) return slug;
  context.addIssue({ code: 'custom', message: 'not a slug that can be an address' });
  return z.NEVER;
});

/** Plain summary of an entry; the mark that WordPress leaves where it cut becomes an ellipsis. */
export const Summary = z
  .object({ rendered: PlainText })
  .optional()
  .transform((excerpt) => (excerpt?.rendered ?? '').replace(/\s*\[\s*(?:…|\.\.\.)\s*\]$/, '…'));

/** What posts, events and pages have in common; each adds its own to it. */
export const entryFields = {
  id: z.number().int(),
  slug: Slug,
  title: Title,
  content: Rendered,
  excerpt: Summary,
  date_gmt: GmtInstant,
  modified_gmt: GmtInstant,
};

const Visibility = z.object({
  status: z.string().default('publish'),
  content: z.object({ protected: z.boolean().default(false) }).optional(),
});

/** A schema that reads what everybody may read: an entry with a password or of another status is null. */
export const publicOnly = <Schema extends z.ZodType>(schema: Schema) =>
  z.unknown().transform((entry, context): z.output<Schema> | null => {
    const seen = Visibility.safeParse(entry);
    if (seen.success && (seen.data.status !== 'publish' || seen.data.content?.protected)) return null;
    const result = schema.safeParse(entry);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

type Collection<Schema> = {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly schema: Schema;
  /** What one item is called in the log. */
  readonly kind: string;
  /** Its items show nothing without their fields, so an answer in which no item has the key `acf` is broken. */
  readonly needsFields?: boolean;
  /** More pages than this are a mistake of the content system; 50 unless told. */
  readonly maxPages?: number;
};

const lacksFields = (item: unknown): boolean => typeof item === 'object' && item !== null && !('acf' in item);

/** The fields that WordPress itself writes into every entry. If they are broken, the answer is, not an editor's entry. */
const Entry = z.object(entryFields);

/**
 * One answer of a collection, in the order in which the source gives it, without broken and hidden items. Null where
 * the source has no such collection.
 *
 * @throws {Error} when every one of several items is invalid, or the only item is not a WordPress entry: the answer is broken then,
 * not empty. A WordPress entry with unusable fields is left out, also when it is the only one.
 */
export const readItems = async <Schema extends z.ZodType>(
  source: ContentSource,
  { path, query, schema, kind, needsFields = false }: Collection<Schema>,
) => {
  const answer = await source.read(path, query, Items);
  if (answer === null) return null;
  if (needsFields && answer.value.length > 0 && answer.value.every(lacksFields)) {
    throw new Error(`${source.name} answers ${path} without acf: is the plugin Site Companion active?`);
  }
  const { kept, broken } = await parseItemsCooperatively(answer.value, schema, kind);
  const isOneEntry = answer.value.length === 1 && Entry.safeParse(answer.value[0]).success;
  if (broken > 0 && broken === answer.value.length && !isOneEntry) {
    throw new Error(`${source.name} answers ${path} with nothing that can be read as ${kind}`);
  }
  return { items: kept, totalPages: answer.totalPages };
};

/** All pages of a collection. Null where the source has no such collection. */
export const readAllItems = async <Schema extends z.ZodType<{ id: number } | null>>(
  source: ContentSource,
  { maxPages = MAX_PAGES, ...collection }: Collection<Schema>,
): Promise<NonNullable<z.output<Schema>>[] | null> => {
  const readPage = (page: number) =>
    readItems(source, { ...collection, query: { per_page: 100, ...collection.query, page } });
  const first = await readPage(1);
  if (first === null) return null;
  if (first.totalPages > maxPages)
    throw new Error(`${source.name} has ${first.totalPages} pages of ${collection.path}`);
  const queue = pLimit(MAX_CONCURRENT_PAGES);
  const numbers = Array.from({ length: Math.max(0, first.totalPages - 1) }, (_, index) => index + 2);
  const rest = await queue.map(numbers, readPage);
  // An item that was added in the meantime pushes another one onto the next page, where it stands a second time.
  const byId = new Map([first, ...rest].flatMap((page) => page?.items ?? []).map((item) => [item.id, item]));
  return [...byId.values()];
};

/** All pages of a collection that the site cannot do without. */
export const requireAllItems = async <Schema extends z.ZodType<{ id: number } | null>>(
  source: ContentSource,
  collection: Collection<Schema>,
): Promise<NonNullable<z.output<Schema>>[]> => {
  const items = await readAllItems(source, collection);
  if (items === null) throw new Error(`${source.name} has no ${collection.path}`);
  return items;
};

/** The entry of a slug, or null, also where its fields are unusable. The slug must be one: `isSlug`. */
export const readBySlug = async <Schema extends z.ZodType<{ slug: string } | null>>(
  source: ContentSource,
  slug: string,
  collection: Omit<Collection<Schema>, 'query'>,
): Promise<NonNullable<z.output<Schema>> | null> => {
  const answer = await readItems(source, { ...collection, query: { slug } });
  if (answer === null) throw new Error(`${source.name} has no ${collection.path}`);
  return answer.items.find((item) => item.slug === slug) ?? null;
};
