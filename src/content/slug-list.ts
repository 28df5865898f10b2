import 'server-only';
import { z } from 'zod';
import { entryFields, publicOnly, readAllItems } from './entries.ts';
import { defineReader, type Reader, readUntracked } from './reader.ts';
import { percentDecode, SLUG } from './slugs.ts';

/** Restricts the response to what the list needs, so that WordPress does not render the content. */
const FIELDS = 'id,slug,status,modified_gmt,content.protected';
/** A list with more pages than this is treated as an error of the CMS. */
const MAX_PAGES = 200;
const PAGE_SIZE = 100;
/**
 * When a slug is missing from a list older than this (per page of the list), the list is reread before answering 404; from
 * half this age it is reread in the background. An item published without a webhook call therefore appears within seconds,
 * and a flood of invented slugs costs at most one small request per page of the list in half this time.
 */
const RECHECK_AGE_MS = 5_000;

const Listed = publicOnly(
  z
    .object({ id: entryFields.id, slug: entryFields.slug, modified_gmt: entryFields.modified_gmt })
    .transform(({ id, slug, modified_gmt }) => ({ id, slug, modified: modified_gmt })),
);

/** A slug and the time of the last change of its item. */
export type ListedSlug = { readonly slug: string; readonly modified: string };

type SlugList = Reader<readonly [], readonly ListedSlug[]>;

/**
 * Defines a reader for the slugs of all public items of a collection.
 *
 * @param kind the name of an item in the log and in its cache tag.
 * @param tag the cache tag of the collection.
 */
export const defineSlugList = (kind: string, tag: string, path: string): SlugList =>
  defineReader({
    name: `${kind} slugs`,
    tags: [tag],
    tagPrefix: `${kind}:`,
    read: async (source) => {
      const query = { _fields: FIELDS };
      const items = await readAllItems(source, { path, query, schema: Listed, kind, maxPages: MAX_PAGES });
      return items.map(({ slug, modified }) => ({ slug, modified }));
    },
  });

const has = (list: readonly ListedSlug[], slug: string): boolean => list.some((listed) => listed.slug === slug);

/**
 * Defines a reader for the item at a path segment: a slug, which may be percent-encoded. Null if there is none. Clients can request
 * any number of invented slugs, so the CMS is only asked for those in the list.
 */
export const defineListedReader =
  <Item>(list: SlugList, readBySlug: (slug: string) => Promise<Item | null>) =>
  async (segment: string): Promise<Item | null> => {
    const slug = percentDecode(segment);
    // Probes such as `/.env` cost no request.
    if (slug === null || !SLUG.test(slug)) return null;
    // The page shows the item and not the list, so the age of the list must not affect the freshness of the page.
    const known = await readUntracked(list);
    if (has(known, slug)) return readBySlug(slug);
    const pages = Math.max(1, Math.ceil(known.length / PAGE_SIZE));
    return has(await list.noOlderThan(RECHECK_AGE_MS * pages), slug) ? readBySlug(slug) : null;
  };
