import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { env } from '../env.ts';
import { SLUG } from './slugs.ts';
import { type ContentSource, checkShape } from './source.ts';
import { createWordPressSource, statusOf } from './wordpress-source.ts';

/**
 * An item that an editor is working on: the payload of the tokens that the companion plugin signs (wordpress/). `slug` is the one
 * under which the site shows it; WordPress gives a draft that was never published none.
 */
export const Draft = z.object({
  type: z.enum(['posts', 'pages', 'events', 'faq']),
  id: z.number().int().positive(),
  slug: z.string().refine((slug) => SLUG.test(slug)),
});
export type Draft = z.output<typeof Draft>;

const Entry = z.looseObject({ id: z.number().int() });
const Autosaved = z
  .array(z.looseObject({ modified_gmt: z.string(), title: z.unknown(), content: z.unknown(), excerpt: z.unknown() }))
  .transform((saved) => saved.toSorted((a, b) => b.modified_gmt.localeCompare(a.modified_gmt)));

/** Whether a draft can be shown, and why not. */
export type DraftAccess =
  | { readonly status: 'readable' | 'missing' | 'unavailable' }
  /** WordPress rejected the credentials of this site, or its user may not edit the draft. */
  | { readonly status: 'unauthorized'; readonly code: number };

const createEditorSource = (): ContentSource | null => {
  if (env.CMS_URL === null || env.CMS_USER === '' || env.CMS_APP_PASSWORD === '') return null;
  const url = new URL(env.CMS_URL);
  url.username = encodeURIComponent(env.CMS_USER);
  url.password = encodeURIComponent(env.CMS_APP_PASSWORD);
  return createWordPressSource(url.href, env.CMS_TIMEOUT_MS);
};
/** The CMS as an editor sees it; null if the settings name no editor. */
const editor = createEditorSource();

export const hasEditor = editor !== null;

/** Reads a draft once, to tell the editor what is wrong before a page is rendered without it. */
export const checkDraft = async ({ type, id }: Draft): Promise<DraftAccess> => {
  if (editor === null) return { status: 'missing' };
  try {
    const answer = await editor.read(`/wp-json/wp/v2/${type}/${id}`, { context: 'edit' }, Entry);
    return { status: answer === null ? 'missing' : 'readable' };
  } catch (error) {
    const code = statusOf(error);
    return code === 401 || code === 403 ? { status: 'unauthorized', code } : { status: 'unavailable' };
  }
};

/** Whether an autosave is newer than the saved draft. */
const isNewer = (typed: { modified_gmt: string }, saved: Record<string, unknown>): boolean =>
  typeof saved.modified_gmt !== 'string' || typed.modified_gmt > saved.modified_gmt;

/** WordPress as it will be once a draft is published: its answers with the draft inserted. */
const createDraftSource = (wordpress: ContentSource, { type, id, slug }: Draft): ContentSource => {
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

const drafts = new AsyncLocalStorage<ContentSource>();

/** Runs `run` with a draft in place of the published content. Its values are not cached. */
export const withDraft = <Value>(draft: Draft, run: () => Value): Value =>
  editor === null ? run() : drafts.run(createDraftSource(editor, draft), run);

/** The source within `withDraft`; undefined outside of it. */
export const currentDraftSource = (): ContentSource | undefined => drafts.getStore();
