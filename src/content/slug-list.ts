import 'server-only';
import { z } from 'zod';
import { entryFields, publicOnly, requireAllItems } from './entries.ts';
import { defineReader, type Reader, readUnwatched } from './reader.ts';
import { decodeSlug, isSlug } from './slugs.ts';

/** Nothing but what the list needs: WordPress does not render the texts then. */
const FIELDS = 'id,slug,status,modified_gmt,content.protected';
/** More pages of slugs than this are a mistake of the content system. */
const MAX_PAGES = 200;
const PAGE_SIZE = 100;
/**
 * The age, per page of it, at which a list that lacks a slug is read again before the 404, and in the background from half of
 * it. So an item that was published without a report shows within seconds, and a flood of invented slugs costs at most one
 * small request per page in half of this time.
 */
const RECHECK_AGE_MS = 5_000;

const Listed = publicOnly(
  z
    .object({ id: entryFields.id, slug: entryFields.slug, modified_gmt: entryFields.modified_gmt })
    .transform(({ id, slug, modified_gmt }) => ({ id, slug, modified: modified_gmt })),
);

/** A slug and the instant of the last change of its item. */
export type ListedSlug = { readonly slug: string; readonly modified: string };

type SlugList = Reader<readonly [], readonly ListedSlug[]>;

type SlugListOptions = {
  /** The name of one item in the log and in its tag. */
  readonly kind: string;
  /** The tag of the collection. */
  readonly tag: string;
  readonly path: string;
};

/** A reader of the slugs of every public item of a collection. */
export const defineSlugList = ({ kind, tag, path }: SlugListOptions): SlugList =>
  defineReader({
    name: `${kind} slugs`,
    tags: [tag],
    tagPrefix: `${kind}:`,
    read: async (source) => {
      const query = { _fields: FIELDS };
      const items = await requireAllItems(source, { path, query, schema: Listed, kind, maxPages: MAX_PAGES });
      return items.map(({ slug, modified }) => ({ slug, modified }));
    },
  });

const has = (list: readonly ListedSlug[], slug: string): boolean => list.some((listed) => listed.slug === slug);

/**
 * The slug of a path segment, which may be percent-encoded, where the list has it; else null. Visitors can invent any number
 * of slugs, so the content system is never asked for one that it does not list.
 */
export const findListedSlug = async (list: SlugList, segment: string): Promise<string | null> => {
  const slug = isSlug(segment) ? decodeSlug(segment) : null;
  if (slug === null) return null;
  // A page that shows the item does not show the list, so its age plays no part in that of the page.
  const known = await readUnwatched(list);
  if (has(known, slug)) return slug;
  const pages = Math.max(1, Math.ceil(known.length / PAGE_SIZE));
  return has(await list.noOlderThan(RECHECK_AGE_MS * pages), slug) ? slug : null;
};
