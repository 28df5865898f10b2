import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { currentContext, log } from '../framework/shared.ts';
import { SLUG } from './slugs.ts';
import { createSnapshotSource } from './snapshot-source.ts';
import { type ContentSource, checkShape, nullIfMissing, type Query, toPathWithQuery } from './source.ts';
import { createWordPressSource } from './wordpress-source.ts';

/** The URL of the screen in WordPress that edits the draft. It is signed like the rest of the link. */
const EditUrl = z.url({ protocol: /^https?$/ }).optional();

/**
 * A draft of an item, as the companion plugin names it in the preview links that it signs. If WordPress has not given the draft a
 * slug yet, the plugin makes one up.
 */
const ItemDraft = z.object({
  type: z.enum(['posts', 'pages', 'events', 'faq']),
  id: z.number().int().positive(),
  slug: z.string().regex(SLUG),
  edit: EditUrl,
});

/** Unsaved changes of the home page or the FAQ page, which have routes of their own. */
const PageDraft = z.object({
  type: z.enum(['homepage', 'faqpage']),
  edit: EditUrl,
});

export const Draft = z.discriminatedUnion('type', [ItemDraft, PageDraft]);
export type Draft = z.output<typeof Draft>;
type ItemDraft = z.output<typeof ItemDraft>;
type PageDraft = z.output<typeof PageDraft>;

const Entry = z.looseObject({ id: z.number().int() });
/** `modified` is in the time zone that is set in WordPress. */
const Autosaves = z
  .array(
    z.object({
      modified: z.string(),
      modified_gmt: z.string(),
      title: z.unknown(),
      content: z.unknown(),
      excerpt: z.unknown(),
      // Added by the companion plugin.
      acf: z.unknown().optional(),
      seo: z.unknown().optional(),
      featured_image: z.unknown().optional(),
    }),
  )
  .transform((saved) => saved.toSorted((a, b) => b.modified_gmt.localeCompare(a.modified_gmt)));

/** `isUnsaved`: there are changes that are not published; `seo`: the metadata of the page, in the form of `/wp-json/api/site`. */
const NewestPage = z.looseObject({ saved: z.string(), isUnsaved: z.boolean(), seo: z.unknown().optional() });

/** The CMS as the user in `CMS_USER` sees it; null if no CMS or no user is configured. */
export const createEditorSource = (): ContentSource | null => {
  if (env.CMS_URL === null || env.CMS_USER === '' || env.CMS_APP_PASSWORD === '') return null;
  const url = new URL(env.CMS_URL);
  url.username = encodeURIComponent(env.CMS_USER);
  url.password = encodeURIComponent(env.CMS_APP_PASSWORD);
  return createWordPressSource(url.href, env.CMS_TIMEOUT_MS);
};

const editor = createEditorSource();

export const hasEditor = editor !== null;

const readNewestPage = async (source: ContentSource, type: PageDraft['type']) =>
  (await nullIfMissing(source.read(`/wp-json/site-companion/v1/unsaved/${type}`, {}, NewestPage)))?.value ?? null;

/** Null also for an item in the trash, which WordPress shows to its editors. */
const readItem = async (source: ContentSource, { type, id }: ItemDraft) => {
  const response = await nullIfMissing(source.read(`/wp-json/wp/v2/${type}/${id}`, { context: 'edit' }, Entry));
  return response === null || response.value.status === 'trash' ? null : response.value;
};

/** The last saved version of a draft; null if there is none, or if no user is configured. */
export const readSavedDraft = async (draft: Draft) => {
  if (editor === null) return null;
  return 'id' in draft ? readItem(editor, draft) : readNewestPage(editor, draft.type);
};

/** The status of a previewed item, for the preview bar. */
export type PreviewState = {
  /** `unsaved`: a published item or page with changes that are not published; `protected`: a published item with a password. */
  readonly kind: 'draft' | 'scheduled' | 'private' | 'protected' | 'unsaved' | 'published';
  /** When it was last saved, in the time zone of WordPress: `2026-11-22T14:02:00`. */
  readonly savedAt: string;
};

const SavedItem = z.object({
  status: z.string(),
  modified: z.string().default(''),
  modified_gmt: z.string().default(''),
  date_gmt: z.string().nullish(),
  content: z.object({ protected: z.boolean().default(false) }).optional(),
});

const KINDS: ReadonlyMap<string, PreviewState['kind']> = new Map([
  ['publish', 'published'],
  ['future', 'scheduled'],
  ['private', 'private'],
]);

/** Marks content as not password-protected, since a preview shows it without the password. */
const withoutProtection = (content: unknown): unknown =>
  typeof content === 'object' && content !== null ? { ...content, protected: false } : content;

/** An item with the changes of its newer autosave, if any, in the form of a published item; null if the item does not exist. */
const readNewest = async (source: ContentSource, draft: ItemDraft) => {
  const [item, autosaves] = await Promise.all([
    readItem(source, draft),
    source.read(`/wp-json/wp/v2/${draft.type}/${draft.id}/autosaves`, { context: 'edit' }, Autosaves).catch(() => null),
  ]);
  if (item === null) return null;
  const saved = SavedItem.parse(item);
  const [autosave] = autosaves?.value ?? [];
  const newer = autosave && autosave.modified_gmt > saved.modified_gmt ? autosave : null;
  const isProtected = saved.status === 'publish' && saved.content?.protected;
  const kind = isProtected ? 'protected' : (KINDS.get(saved.status) ?? 'draft');
  const shown = { ...item, ...newer };
  return {
    item: {
      ...shown,
      ...('content' in shown && { content: withoutProtection(shown.content) }),
      // A draft has no date until it is published.
      date_gmt: saved.date_gmt ?? saved.modified_gmt,
      status: 'publish',
      slug: draft.slug,
    },
    state: {
      kind: kind === 'published' && newer ? ('unsaved' as const) : kind,
      savedAt: newer?.modified ?? saved.modified,
    },
  };
};

/** The links in the bar of a preview. */
export type PreviewLinks = {
  /** The URL of the editing screen in WordPress; undefined if an older plugin signed the link. */
  readonly edit: string | undefined;
  /** The path that opens the preview in another browser. */
  readonly share: string;
  /** The path of the page that shows the draft, without a trailing slash. */
  readonly path: string;
};

type DraftSource = ContentSource & {
  readonly readState: () => Promise<PreviewState | null>;
  /** Absent if the editor of the CMS shows the page. */
  readonly links?: PreviewLinks;
  /** Whether the editor of the CMS shows the page in a frame. */
  readonly isFramed?: boolean;
};

/** The index at which one page of the collection lists the draft; -1 if it is on another page or excluded by the query. */
const indexOfDraft = (items: readonly unknown[], { id, slug }: ItemDraft, query: Query): number => {
  const index = items.findIndex((item) => Entry.safeParse(item).data?.id === id);
  if (index !== -1) return index;
  if (query.slug !== undefined) return query.slug === slug ? 0 : -1;
  if (query.include !== undefined || Number(query.page ?? 1) !== 1) return -1;
  return query.order === 'asc' ? items.length : 0;
};

/** Requests each content once, since values of previews are not cached. */
const shareReads = (source: ContentSource): ContentSource => {
  const reads = new Map<string, ReturnType<typeof source.read<z.ZodUnknown>>>();
  return {
    name: source.name,
    async read(path, query, schema) {
      const key = toPathWithQuery(path, query);
      const reading = reads.get(key) ?? source.read(path, query, z.unknown());
      reads.set(key, reading);
      const { value, totalPages } = await reading;
      return { value: checkShape(source.name, path, value, schema), totalPages };
    },
  };
};

/**
 * The responses of a source with one item in its place among the published ones. A read of its slug needs no others; if they cannot be
 * read, the item is shown alone.
 *
 * @param readItem null: the item does not exist, and the responses stay as they are.
 */
const withItem = (source: ContentSource, draft: ItemDraft, readItem: () => Promise<unknown>): ContentSource => ({
  name: source.name,
  async read(path, query, schema) {
    const item = path === `/wp-json/wp/v2/${draft.type}` ? await readItem() : null;
    if (item === null) return source.read(path, query, schema);
    const published =
      query.slug === draft.slug ? null : await source.read(path, query, z.array(z.unknown())).catch(() => null);
    const { value, totalPages } = published ?? { value: [], totalPages: 1 };
    const index = indexOfDraft(value, draft, query);
    const others = value.filter((other) => Entry.safeParse(other).data?.id !== draft.id);
    const items = index === -1 ? value : others.toSpliced(index, 0, item);
    return { value: checkShape(source.name, path, items, schema), totalPages };
  },
});

/** WordPress as it will be once an item is published: its responses, with the newest version of that item. */
const createItemSource = (wordpress: ContentSource, draft: ItemDraft): DraftSource => {
  const readDraft = () => readNewest(wordpress, draft);
  return {
    ...withItem(wordpress, draft, async () => (await readDraft())?.item ?? null),
    readState: async () => (await readDraft())?.state ?? null,
  };
};

const SiteAnswer = z.looseObject({ seo: z.looseObject({}).optional() });

/** WordPress as it will be once the changes of the page are saved. */
const createPageSource = (wordpress: ContentSource, { type }: PageDraft): DraftSource => {
  const readDraft = () => readNewestPage(wordpress, type);

  return {
    name: wordpress.name,
    readState: async () => {
      const page = await readDraft();
      return page === null ? null : { kind: page.isUnsaved ? 'unsaved' : 'published', savedAt: page.saved };
    },
    async read(path, query, schema) {
      if (path === `/wp-json/api/${type}`) {
        return wordpress.read(`/wp-json/site-companion/v1/unsaved/${type}`, {}, schema);
      }
      if (path !== '/wp-json/api/site') return wordpress.read(path, query, schema);
      const [{ value: site, totalPages }, unsaved] = await Promise.all([
        wordpress.read(path, query, SiteAnswer),
        readDraft(),
      ]);
      const previewed = { ...site, seo: { ...site.seo, ...(unsaved?.seo !== undefined && { [type]: unsaved.seo }) } };
      return { value: checkShape(wordpress.name, path, previewed, schema), totalPages };
    },
  };
};

/** An item that WordPress's editor sends unsaved, to preview it beside the text. `item` has the form of a REST response. */
export const UnsavedItem = ItemDraft.extend({ item: Entry });
type UnsavedItem = z.output<typeof UnsavedItem>;

const createUnsavedSource = (published: ContentSource, { item, ...draft }: UnsavedItem): DraftSource => ({
  ...withItem(published, draft, async () => item),
  isFramed: true,
  readState: async () => null,
});

const publishedSource = (): ContentSource => {
  if (editor !== null) return editor;
  return env.CMS_URL === null ? createSnapshotSource() : createWordPressSource(env.CMS_URL, env.CMS_TIMEOUT_MS);
};

declare module 'hono' {
  interface ContextVariableMap {
    /** The source of all content of a request that shows a draft. */
    draftSource: DraftSource;
  }
}

const currentDraft = (): DraftSource | undefined => currentContext()?.get('draftSource');

type ResponseListener = (path: string, body: unknown) => void;

/** Calls the listener with each response, before it is validated. */
const withListener = (source: ContentSource, onResponse: ResponseListener): ContentSource => ({
  name: source.name,
  read: (path, query, schema) => {
    const heard = z.unknown().transform((body) => {
      onResponse(path, body);
      return body;
    });
    return source.read(path, query, heard.pipe(schema));
  },
});

/** Shows an unsaved item in place of the published one in the current request. Values of this source are not cached. */
export const showUnsavedItem = (unsaved: UnsavedItem): void =>
  currentContext()?.set('draftSource', createUnsavedSource(shareReads(publishedSource()), unsaved));

/**
 * Shows a draft, if a user is configured, in place of the published content in the current request. Values of this
 * source are not cached.
 *
 * @param links the links of the preview bar.
 * @param onResponse called with the path and the body of each response that the request reads.
 */
export const showDraft = (draft: Draft, links: PreviewLinks, onResponse?: ResponseListener): void => {
  if (editor === null) return;
  const published = shareReads(editor);
  const source = 'id' in draft ? createItemSource(published, draft) : createPageSource(published, draft);
  const read = onResponse === undefined ? source.read : withListener(source, onResponse).read;
  currentContext()?.set('draftSource', { ...source, read, links });
};

/** The source of the current request's content if it shows a draft; otherwise undefined. */
export const currentDraftSource = (): ContentSource | undefined => currentDraft();

/** The status of the previewed item; null if the current page is not a preview, is shown in the editor, or the CMS cannot be read. */
export const readPreviewState = async (): Promise<PreviewState | null> => {
  const draft = currentDraft();
  if (!draft) return null;
  currentContext()?.get('onWait')?.();
  try {
    return await draft.readState();
  } catch (error) {
    log.warn({ reason: String(error) }, 'the state of a preview cannot be read');
    return null;
  }
};

/** The links of a preview that was opened by a link; null if the current page is none, or is shown in a frame of the editor. */
export const previewLinks = (): PreviewLinks | null => currentDraft()?.links ?? null;

/** Whether the current page is shown in a frame of the editor of the CMS. */
export const isFramedPreview = (): boolean => currentDraft()?.isFramed === true;
