import 'server-only';
import pLimit from 'p-limit';
import { z } from 'zod';
import { PlainText, parseItemsCooperatively } from './acf.ts';
import { GmtInstant } from './instants.ts';
import { toPlainText } from './safe-html.ts';
import { percentDecode, SLUG } from './slugs.ts';
import { type ContentSource, TooLarge } from './source.ts';
import { warnOnce } from './warn-once.ts';

/** Of a collection with more pages than this, the first ones are read: the newest items, unless the query says otherwise. */
const MAX_PAGES = 50;
/** Maximum concurrent page requests per collection, so that a long collection leaves connections to other reads. */
const MAX_CONCURRENT_PAGES = 4;

const Items = z.array(z.unknown(), { error: 'expected a list' });

/** The rendered HTML of a field. */
export const Rendered = z.object({ rendered: z.string() }).transform(({ rendered }) => rendered);

/** The title of an entry as plain text; WordPress sends it as HTML. */
export const Title = Rendered.transform(toPlainText);

/** A percent-decoded slug (WordPress encodes non-Latin slugs). A slug that cannot be used in a URL is invalid. */
const Slug = z
  .string()
  .transform(percentDecode)
  .pipe(z.string().regex(SLUG, { error: 'not a slug that can be used in a URL' }));

/** The excerpt of an entry as plain text. The `[…]` that WordPress appends to a truncated excerpt becomes `…`. */
const Summary = z
  .object({ rendered: PlainText })
  .optional()
  .transform((excerpt) => (excerpt?.rendered ?? '').replace(/\s*\[\s*(?:…|\.\.\.)\s*\]$/, '…'));

/** How many characters of a summary, not counting spaces, are looked for in the text. */
const COMPARED = 60;

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/**
 * The summary to show above the text of an entry; empty if it only repeats the text, as WordPress's automatic excerpts do.
 *
 * @param content the HTML of the text.
 */
export const toLead = (summary: string, content: string): string => {
  const beginning = withoutSpaces(summary).replace(/…$/, '').slice(0, COMPARED);
  return withoutSpaces(toPlainText(content)).includes(beginning) ? '' : summary;
};

/** A date and time in the time zone that is set in WordPress. Nothing is left out because of it: `withOffset` accepts any text. */
const WordPressTime = z.string().catch('');

/** Fields that posts, events and pages have in common. */
export const entryFields = {
  id: z.number().int(),
  slug: Slug,
  title: Title,
  content: Rendered,
  excerpt: Summary,
  date: WordPressTime,
  date_gmt: GmtInstant,
  modified: WordPressTime,
  modified_gmt: GmtInstant,
};

const Visibility = z.object({
  status: z.string().default('publish'),
  content: z.object({ protected: z.boolean().default(false) }).optional(),
});

/** Restricts a schema to public entries: the output is undefined for one that is password-protected or not published. */
export const publicOnly = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .transform((entry) => {
      const visibility = Visibility.safeParse(entry).data;
      const isHidden = visibility && (visibility.status !== 'publish' || visibility.content?.protected);
      return isHidden ? undefined : entry;
    })
    .pipe(schema.optional());

type Collection<Schema> = {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly schema: Schema;
  /** The name of an item in the log. */
  readonly kind: string;
  /** Whether items are useless without ACF fields: a response in which no item has the key `acf` is then an error. */
  readonly needsFields?: boolean;
  /** Maximum number of pages; 50 by default. */
  readonly maxPages?: number;
};

const lacksFields = (item: unknown): boolean => typeof item === 'object' && item !== null && !('acf' in item);

/** Fields that WordPress core writes into every entry. An item in which one of them is missing or invalid is not an entry. */
const Entry = z.object(entryFields);

/**
 * One page of a collection in the order of the source, without invalid and non-public items.
 *
 * @throws {Error} when `needsFields` is set and no item has the key `acf`, when all of several items are invalid, or when the only
 * item is not a WordPress entry: the response is then broken rather than empty. A WordPress entry with unusable fields is skipped
 * even if it is the only one.
 */
export const readItems = async <Schema extends z.ZodType>(
  source: ContentSource,
  { path, query, schema, kind, needsFields = false }: Collection<Schema>,
) => {
  const response = await source.read(path, query, Items);
  if (needsFields && response.value.length > 0 && response.value.every(lacksFields)) {
    throw new Error(`${source.name} answered ${path} without acf: is the plugin Site Companion active?`);
  }
  const { items, broken } = await parseItemsCooperatively(response.value, schema, kind);
  const isOneEntry = response.value.length === 1 && Entry.safeParse(response.value[0]).success;
  if (broken > 0 && broken === response.value.length && !isOneEntry) {
    throw new Error(`${source.name} answered ${path} with nothing that can be read as ${kind}`);
  }
  return { items, totalPages: response.totalPages };
};

const PAGE_SIZE = 100;
/** The number of parts into which a page is divided if its response is too large. */
const PARTS = 10;

/**
 * One page of a collection, in smaller parts if the response is too large, for example because of pasted pictures. A single item that is
 * too large is left out.
 */
const readPage = async <Schema extends z.ZodType>(
  source: ContentSource,
  collection: Collection<Schema>,
  page: number,
  size = PAGE_SIZE,
): ReturnType<typeof readItems<Schema>> => {
  try {
    return await readItems(source, { ...collection, query: { per_page: size, ...collection.query, page } });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const { totalPages } = error;
    if (size === 1) {
      warnOnce(
        `${collection.path} ${page}`,
        { reason: error.message },
        `skipping a ${collection.kind} that is too large`,
      );
      return { items: [], totalPages };
    }
    const items = [];
    let last = page * PARTS;
    for (let part = last - PARTS + 1; part <= last; part += 1) {
      const read = await readPage(source, collection, part, size / PARTS);
      items.push(...read.items);
      last = Math.min(last, read.totalPages);
    }
    // No item can be read: the source is broken.
    if (items.length === 0) throw error;
    return { items, totalPages };
  }
};

/** All items of a collection; of one with more than `maxPages` pages, those of the first ones, with a warning in the log. */
export const readAllItems = async <Schema extends z.ZodType<{ id: number } | undefined>>(
  source: ContentSource,
  { maxPages = MAX_PAGES, ...collection }: Collection<Schema>,
): Promise<NonNullable<z.output<Schema>>[]> => {
  const first = await readPage(source, collection, 1);
  if (first.totalPages > maxPages) {
    const details = { path: collection.path, pages: first.totalPages, read: maxPages };
    warnOnce(`${collection.path} is too long`, details, 'a collection has more pages than the site reads');
  }
  const queue = pLimit(MAX_CONCURRENT_PAGES);
  const numbers = Array.from(
    { length: Math.max(0, Math.min(first.totalPages, maxPages) - 1) },
    (_, index) => index + 2,
  );
  const rest = await queue.map(numbers, (page) => readPage(source, collection, page));
  // An item published between two page requests shifts the others, so one may be listed on two pages.
  const byId = new Map([first, ...rest].flatMap(({ items }) => items).map((item) => [item.id, item]));
  return [...byId.values()];
};

/** The entry with this slug, null if there is none or its fields are unusable. Check the slug with `SLUG` first. */
export const readBySlug = async <Schema extends z.ZodType<{ slug: string } | undefined>>(
  source: ContentSource,
  slug: string,
  collection: Omit<Collection<Schema>, 'query'>,
): Promise<NonNullable<z.output<Schema>> | null> => {
  const { items } = await readItems(source, { ...collection, query: { slug } });
  return items.find((item) => item.slug === slug) ?? null;
};
