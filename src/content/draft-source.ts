import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { env } from '../env.ts';
import { SLUG } from './slugs.ts';
import { type ContentSource, checkShape, nullIfMissing } from './source.ts';
import { createWordPressSource } from './wordpress-source.ts';

/**
 * An item that an editor is working on: the payload of the tokens that the companion plugin signs (wordpress/). `slug` is the one
 * under which the site shows it; WordPress gives a draft that was never published none.
 */
export const Draft = z.object({
  type: z.enum(['posts', 'pages', 'events', 'faq']),
  id: z.number().int().positive(),
  slug: z.string().regex(SLUG),
});
export type Draft = z.output<typeof Draft>;

const Entry = z.looseObject({ id: z.number().int() });
const Autosaves = z
  .array(z.object({ modified_gmt: z.string(), title: z.unknown(), content: z.unknown(), excerpt: z.unknown() }))
  .transform((saved) => saved.toSorted((a, b) => b.modified_gmt.localeCompare(a.modified_gmt)));

/** The CMS as the user of the settings sees it; null if they name none. */
export const createEditorSource = (): ContentSource | null => {
  if (env.CMS_URL === null || env.CMS_USER === '' || env.CMS_APP_PASSWORD === '') return null;
  const url = new URL(env.CMS_URL);
  url.username = encodeURIComponent(env.CMS_USER);
  url.password = encodeURIComponent(env.CMS_APP_PASSWORD);
  return createWordPressSource(url.href, env.CMS_TIMEOUT_MS);
};

/** The CMS as an editor sees it; null if the settings name no editor. */
const editor = createEditorSource();

export const hasEditor = editor !== null;

/** The last saved version of a draft; null if there is none, or no editor. */
export const readSavedDraft = async ({ type, id }: Draft) => {
  if (editor === null) return null;
  const saved = await nullIfMissing(editor.read(`/wp-json/wp/v2/${type}/${id}`, { context: 'edit' }, Entry));
  return saved?.value ?? null;
};

/** WordPress as it will be once a draft is published: its answers with the draft inserted. */
const createDraftSource = (wordpress: ContentSource, draft: Draft): ContentSource => {
  const { type, id, slug } = draft;
  const collection = `/wp-json/wp/v2/${type}`;

  const readNewest = async (): Promise<Record<string, unknown> | null> => {
    const [saved, autosaves] = await Promise.all([
      readSavedDraft(draft),
      wordpress.read(`${collection}/${id}/autosaves`, { context: 'edit' }, Autosaves).catch(() => null),
    ]);
    if (saved === null) return null;
    const [autosave] = autosaves?.value ?? [];
    const isNewer = autosave && autosave.modified_gmt > String(saved.modified_gmt ?? '');
    return {
      ...saved,
      ...(isNewer ? autosave : {}),
      // WordPress sets the date of a draft when it is published.
      date_gmt: saved.date_gmt ?? saved.modified_gmt,
      status: 'publish',
      slug,
    };
  };

  return {
    name: wordpress.name,
    async read(path, query, schema) {
      if (path !== collection) return wordpress.read(path, query, schema);
      const [published, newest] = await Promise.all([wordpress.read(path, query, z.array(z.unknown())), readNewest()]);
      if (newest === null) return wordpress.read(path, query, schema);
      const isOther = (item: unknown) => Entry.safeParse(item).data?.id !== id;
      const others = published.value.filter(isOther);
      const isAsked = query.slug === undefined ? (query.page ?? 1) === 1 : query.slug === slug;
      const items = isAsked ? [newest, ...others] : others;
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
