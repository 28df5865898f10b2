import 'server-only';
import { z } from 'zod';
import { type ContentSource, checkShape } from './source.ts';
import { statusOf } from './wordpress-source.ts';

/** An item that an editor is working on. */
export type Draft = {
  readonly type: 'posts' | 'pages' | 'events' | 'faq';
  readonly id: number;
  /** The slug under which the site shows it; WordPress gives a draft that was never published none. */
  readonly slug: string;
};

const Entry = z.looseObject({ id: z.number().int() });
const Autosaved = z
  .array(z.looseObject({ modified_gmt: z.string(), title: z.unknown(), content: z.unknown(), excerpt: z.unknown() }))
  .transform((saved) => saved.toSorted((a, b) => b.modified_gmt.localeCompare(a.modified_gmt)));

/** Whether a draft can be shown, and why not. */
export type DraftAccess =
  | { readonly status: 'readable' | 'missing' | 'unavailable' }
  /** WordPress rejected the credentials of this site, or its user may not edit the draft. */
  | { readonly status: 'unauthorized'; readonly code: number };

/** Reads a draft once, to tell the editor what is wrong before a page is rendered without it. */
export const checkDraftAccess = async (wordpress: ContentSource, { type, id }: Draft): Promise<DraftAccess> => {
  try {
    const answer = await wordpress.read(`/wp-json/wp/v2/${type}/${id}`, { context: 'edit' }, Entry);
    return { status: answer === null ? 'missing' : 'readable' };
  } catch (error) {
    const code = statusOf(error);
    return code === 401 || code === 403 ? { status: 'unauthorized', code } : { status: 'unavailable' };
  }
};

/** Whether an autosave is newer than the saved draft. */
const isNewer = (typed: { modified_gmt: string }, saved: Record<string, unknown>): boolean =>
  typeof saved.modified_gmt !== 'string' || typed.modified_gmt > saved.modified_gmt;

/**
 * WordPress as it will be once a draft is published: its answers with the draft inserted.
 *
 * @param wordpress reads as a user who may edit drafts.
 */
export const createDraftSource = (wordpress: ContentSource, { type, id, slug }: Draft): ContentSource => {
  const collection = `/wp-json/wp/v2/${type}`;

  const readDraft = async (): Promise<Record<string, unknown> | null> => {
    const [saved, typed] = await Promise.all([
      wordpress.read(`${collection}/${id}`, { context: 'edit' }, Entry),
      wordpress.read(`${collection}/${id}/autosaves`, { context: 'edit' }, Autosaved).catch(() => null),
    ]);
    if (saved === null) return null;
    const [newest] = typed?.value ?? [];
    const { value } = saved;
    const words =
      newest && isNewer(newest, value)
        ? { title: newest.title, content: newest.content, excerpt: newest.excerpt, modified_gmt: newest.modified_gmt }
        : {};
    return {
      ...value,
      ...words,
      // WordPress sets the date of a draft when it is published.
      date_gmt: value.date_gmt ?? value.modified_gmt,
      status: 'publish',
      slug,
    };
  };

  return {
    name: wordpress.name,
    async read(path, query, schema) {
      if (path !== collection) return wordpress.read(path, query, schema);
      const [published, draft] = await Promise.all([wordpress.read(path, query, z.array(z.unknown())), readDraft()]);
      if (draft === null || published === null) return wordpress.read(path, query, schema);
      const isOther = (item: unknown) => Entry.safeParse(item).data?.id !== id;
      const others = published.value.filter(isOther);
      const isAsked = query.slug === undefined ? (query.page ?? 1) === 1 : query.slug === slug;
      const items = isAsked ? [draft, ...others] : others;
      return { value: checkShape('wordpress', path, items, schema), totalPages: published.totalPages };
    },
  };
};
