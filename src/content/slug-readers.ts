import 'server-only';
import { z } from 'zod';
import { recordContent } from '../framework/shared.ts';
import { entryFields, publicOnly, readAllItems } from './entries.ts';
import { BRIEFLY, defineReader, type ReadOptions } from './reader.ts';
import { seoFields, toSeo } from './seo.ts';
import { percentDecode, SLUG } from './slugs.ts';
import type { ContentSource } from './source.ts';

/** Restricts the response to what the list needs, so that WordPress does not render the content. */
const FIELDS =
  'id,slug,status,title,modified_gmt,content.protected,seo,yoast_head_json.robots,yoast_head_json.canonical';
/** A list with more pages than this is treated as an error of the CMS. */
const MAX_PAGES = 200;
const PAGE_SIZE = 100;
/**
 * How long `findItem` waits for an item that is listed, in milliseconds since its request began. Most items whose fields are unusable are
 * known by then, and their pages are 404.
 */
const ITEM_WAIT_MS = 100;
/**
 * The maximum age, for each page of a list, at which a slug that is missing from the list is answered with 404. An older list is read
 * again first; from half that age on, it is read again in the background. An item published without a webhook call therefore
 * appears within seconds, and a flood of invented slugs causes on average at most one small request in half this time.
 */
const RECHECK_AGE_MS = 5_000;

const Listed = publicOnly(
  z
    .object({
      id: entryFields.id,
      slug: entryFields.slug,
      title: entryFields.title,
      modified_gmt: entryFields.modified_gmt,
      ...seoFields,
    })
    .transform(({ id, slug, title, modified_gmt, ...metadata }) => {
      const { canonical, isListed } = toSeo(metadata, slug);
      return { id, slug, title, modified: modified_gmt, seo: { canonical, isListed } };
    }),
);

/** A slug, the title of its item, the time of the last change, and the metadata of the item for search engines. */
export type ListedSlug = NonNullable<z.output<typeof Listed>>;

const findIn = (list: readonly ListedSlug[], slug: string): ListedSlug | null =>
  list.find((listed) => listed.slug === slug) ?? null;

/** What is left of the time limit of reads that are made one after the other. */
const withRest = (options: ReadOptions, startedAt: number): ReadOptions => ({
  ...options,
  waitMs: (options.waitMs ?? Infinity) - (performance.now() - startedAt),
});

type SlugReadersOptions<Item> = {
  /** The name of an item in the log and in its cache tag. */
  readonly kind: string;
  /** The cache tag of the collection. */
  readonly collection: string;
  /** The cache tags of what an item shows besides its own content. */
  readonly tags: readonly string[];
  readonly path: string;
  readonly read: (source: ContentSource, slug: string) => Promise<Item | null>;
};

/**
 * Defines the readers of the public items of a collection: `listSlugs`, `readItem` for the item at a path segment (a slug, which may be
 * percent-encoded), null if there is none, and `findItem`, which tells whether there is one. Clients can request any number of invented
 * slugs, so the CMS is only asked for those in the list.
 */
export const defineSlugReaders = <Item>({ kind, collection, tags, path, read }: SlugReadersOptions<Item>) => {
  const listSlugs = defineReader({
    name: `${kind} slugs`,
    tags: [collection],
    read: (source): Promise<readonly ListedSlug[]> =>
      readAllItems(source, { path, query: { _fields: FIELDS }, schema: Listed, kind, maxPages: MAX_PAGES }),
    items: { kind, keysOf: (list) => list.map(({ slug }) => slug) },
  });
  const tagOf = (slug: string): string => `${kind}:${slug}`;
  const readBySlug = defineReader({ name: kind, collection, tags: (slug: string) => [tagOf(slug), ...tags], read });

  const find = async (
    segment: string,
    { isRechecked = true, ...options }: ReadOptions & { readonly isRechecked?: boolean },
  ): Promise<ListedSlug | null> => {
    const slug = percentDecode(segment);
    // Probes such as `/.env` cost no request.
    if (slug === null || !SLUG.test(slug)) return null;
    // The page shows the item and not the list, so the age of the list must not affect the freshness of the page.
    const startedAt = performance.now();
    const known = await listSlugs.unrecorded(options);
    const listed = findIn(known, slug);
    if (listed) return listed;
    // A page that shows something else at a missing slug, such as an article where there is no page, changes when an item gets that slug.
    const missing = [tagOf(slug)];
    if (!isRechecked) {
      recordContent({ tags: new Set(missing), oldest: Infinity, isCertain: true });
      return null;
    }
    const pages = Math.max(1, Math.ceil(known.length / PAGE_SIZE));
    const rest = withRest(options, startedAt);
    const recheck = { ...rest, isDecisive: true, maxAgeMs: RECHECK_AGE_MS * pages, tags: missing };
    return findIn(await listSlugs.with(recheck), slug);
  };

  const readListed = async (segment: string, options: ReadOptions): Promise<Item | null> => {
    const startedAt = performance.now();
    const listed = await find(segment, options);
    return listed && readBySlug.with(withRest(options, startedAt), listed.slug);
  };

  const readItem = Object.assign((segment: string) => readListed(segment, {}), {
    /**
     * Like the `briefly` of other readers. Null may also mean that the item is not known yet: a page that is missing because of it
     * responds with 503 instead of 404.
     */
    briefly: (segment: string) => readListed(segment, BRIEFLY),
  });

  const findReadable = async (segment: string, isRechecked: boolean): Promise<ListedSlug | null> => {
    const listed = await find(segment, { isRechecked });
    if (listed === null) return null;
    const item = await readBySlug.with({ waitMs: ITEM_WAIT_MS }, listed.slug);
    return item !== null || readBySlug.isBeingRead(listed.slug) ? listed : null;
  };

  /**
   * Looks up the item at a path segment in the list; null if there is none, and its page is then 404. It waits for the list, but for the
   * item itself only 100 ms: a listed item that is still being read exists.
   */
  const findItem = Object.assign((segment: string) => findReadable(segment, true), {
    /** Like `findItem`, but a slug that is missing from the list is not looked up in a newer one. For slugs that another collection may have. */
    known: (segment: string) => findReadable(segment, false),
  });

  return { listSlugs, readItem, findItem };
};
