import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { toCmsAuthorization, withoutPassword } from '../src/content/cms-password.ts';
import { env } from '../src/env.ts';
import { downloadUploads, listUploads, withRelativeUrls } from './pull-media.ts';
import { readOptions } from './read-options.ts';

/**
 * `npm run content:pull`: updates the snapshot (`private/content/wp-json` and the uploads in `private/content/media`) from the CMS at
 * `CMS_URL`.
 *
 *     --out DIR   write to DIR instead
 *
 * `private/content/README.md` describes the format.
 */

const TIME_LIMIT_MS = 30_000;
const PER_PAGE = 100;

const Rendered = z.object({ rendered: z.string() });
const Protectable = z.object({ rendered: z.string(), protected: z.boolean() });
const DateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'is not a date');
const Ids = z.array(z.int().positive());

/** An image in ACF's format, which has about twenty more fields that the site does not read. */
const Image = z.object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number() });

const Picture = z.union([Image, z.literal(false)]);

const Seo = z.object({
  title: z.string(),
  description: z.string(),
  image: Picture,
  canonical: z.string(),
  noindex: z.boolean(),
});

const hasSeo = ({ title, description, image, canonical, noindex }: z.output<typeof Seo>): boolean =>
  title !== '' || description !== '' || image !== false || canonical !== '' || noindex;

/** What the site reads of the metadata of Yoast SEO, which exists if that plugin is active. */
const Yoast = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  canonical: z.string().optional(),
  robots: z.object({ index: z.string().optional() }).optional(),
  og_site_name: z.string().optional(),
  og_image: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })).optional(),
});

/** The snapshot contains these fields only if they have a value, because most items have none of them. */
const metadataFields = {
  seo: Seo.optional()
    .catch(undefined)
    .transform((seo) => (seo && hasSeo(seo) ? seo : undefined)),
  yoast_head_json: Yoast.optional().catch(undefined),
  featured_image: Picture.optional()
    .catch(false)
    .transform((image) => image || undefined),
};

/** The order of the fields here is their order in the snapshot. */
const itemFields = {
  id: z.int().positive(),
  date: DateTime,
  date_gmt: DateTime,
  modified: DateTime,
  modified_gmt: DateTime,
  slug: z.string(),
  status: z.string(),
  type: z.string(),
  title: Rendered,
  content: Protectable,
  excerpt: Protectable.default({ rendered: '', protected: false }),
  // WordPress returns `menu_order` only for types with page attributes: pages and FAQ items.
  menu_order: z.int().default(0),
  acf: z.json().transform(toSnapshotFields).default([]),
};

/** The fields of an item that has a page of its own. */
const pageFields = { ...itemFields, ...metadataFields };

const Term = z.object({
  id: z.int().positive(),
  count: z.int().nonnegative(),
  description: z.string(),
  name: z.string(),
  slug: z.string(),
  taxonomy: z.string(),
});

const Homepage = z.object({
  acf: z.union([
    z.literal(false),
    z.object({
      testimonials: z.union([z.array(z.json().transform(toSnapshotFields)), z.literal(false), z.null()]).optional(),
      faq: z.union([Ids, z.literal(false), z.null()]).optional(),
    }),
  ]),
});

const FaqPage = z.object({
  acf: z.union([
    z.literal(false),
    z.object({
      faq: z.object({ subheadline: z.string(), headline: z.string(), under_headline_content_html: z.string() }),
    }),
  ]),
});

const Redirects = z.object({
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.union([z.literal(301), z.literal(302)]) })),
});

type MenuEntry = { readonly label: string; readonly url: string; readonly children: readonly MenuEntry[] };

const MenuEntry: z.ZodType<MenuEntry> = z.object({
  label: z.string(),
  url: z.string(),
  get children() {
    return z.array(MenuEntry);
  },
});

const Menu = z.object({ name: z.string(), items: z.array(MenuEntry) }).nullable();

const Site = z.object({
  name: z.string(),
  description: z.string(),
  phone: z.string().default(''),
  hours: z.string().default(''),
  notices: z.array(z.object({ text: z.string(), url: z.string(), from: z.string(), until: z.string() })),
  menus: z.object({ header: Menu, footer_1: Menu, footer_2: Menu, footer_3: Menu, legal: Menu }),
  seo: z.object({ homepage: Seo, faqpage: Seo }),
});

type Json = z.output<ReturnType<typeof z.json>>;

/** If an optional page is missing (404), its file is left unchanged; a missing optional collection is stored as an empty list. */
const PAGES = [
  { path: 'api/homepage', shape: Homepage, optional: false },
  { path: 'api/faqpage', shape: FaqPage, optional: false },
  // Older versions of the plugin do not have these two routes.
  { path: 'api/redirects', shape: Redirects, optional: true },
  { path: 'api/site', shape: Site, optional: true },
] as const;

const COLLECTIONS = [
  { path: 'wp/v2/faq', shape: z.object({ ...itemFields, 'faq-topics': Ids.default([]) }), optional: false },
  { path: 'wp/v2/faq-topics', shape: Term, optional: true },
  { path: 'wp/v2/posts', shape: z.object({ ...pageFields, categories: Ids.default([]) }), optional: false },
  { path: 'wp/v2/categories', shape: Term, optional: false },
  { path: 'wp/v2/events', shape: z.object(pageFields), optional: true },
  { path: 'wp/v2/pages', shape: z.object(pageFields), optional: false },
] as const;

function toSnapshotFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(toSnapshotFields);
  if (typeof value !== 'object' || value === null) return value;
  const image = Image.safeParse(value);
  if (image.success) return image.data;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toSnapshotFields(field)]));
}

export class PullFailed extends Error {
  override readonly name = 'PullFailed';
}

const request = async (url: string): Promise<Response> => {
  try {
    const headers = { accept: 'application/json', ...toCmsAuthorization(url) };
    return await fetch(url, { headers, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new PullFailed(`${url} could not be requested (${reason}).`, { cause: error });
  }
};

const readJson = async (url: string, response: Response): Promise<unknown> => {
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!type.startsWith('application/json')) {
    throw new PullFailed(`${url} responded with ${type} instead of JSON. Does this WordPress use pretty permalinks?`);
  }
  try {
    return await response.json();
  } catch (error) {
    throw new PullFailed(`${url} responded with invalid JSON.`, { cause: error });
  }
};

const validate = <Shape extends z.ZodType>(url: string, shape: Shape, body: unknown): z.output<Shape> => {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PullFailed(`${url} responded in an unexpected format: ${issue?.path.join('.')} ${issue?.message}.`);
};

const pullPage = async (cms: string, { path, shape, optional }: (typeof PAGES)[number]) => {
  const url = `${cms}/wp-json/${path}`;
  const response = await request(url);
  if (response.status === 404 && optional) return null;
  if (!response.ok) throw new PullFailed(`${url} responded with ${response.status}. Is the companion plugin active?`);
  return validate(url, shape, await readJson(url, response));
};

const pullCollection = async (cms: string, { path, shape, optional }: (typeof COLLECTIONS)[number]) => {
  const items = new Map<number, z.output<typeof shape>>();
  for (let page = 1, pages = 1, total = 0; page <= pages; page += 1) {
    const url = `${cms}/wp-json/${path}?per_page=${PER_PAGE}&page=${page}&orderby=id&order=asc`;
    const response = await request(url);
    if (response.status === 404 && optional && page === 1) return [];
    if (!response.ok) throw new PullFailed(`${url} responded with ${response.status}.`);
    pages = Number(response.headers.get('x-wp-totalpages'));
    total = Number(response.headers.get('x-wp-total'));
    const rows = validate(url, z.array(z.unknown()), await readJson(url, response));
    for (const row of rows) {
      const item = validate(url, shape, row);
      items.set(item.id, item);
    }
    if (page >= pages && items.size !== total) {
      throw new PullFailed(
        `${url} returned ${items.size} of ${total} items: if the content changed meanwhile, try again.`,
      );
    }
  }
  return [...items.values()].sort((one, other) => one.id - other.id);
};

/**
 * Replaces each named directory in `out` with the one in `staging/next`, or removes it if there is none. If a move fails, the others are
 * undone.
 */
const swapIn = async (out: string, staging: string, names: readonly string[]): Promise<void> => {
  const previous = join(staging, 'previous');
  await mkdir(previous);
  const moved: (readonly [from: string, to: string])[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    if (!existsSync(from)) return;
    await rename(from, to);
    moved.unshift([from, to]);
  };
  try {
    for (const name of names) {
      await move(join(out, name), join(previous, name));
      await move(join(staging, 'next', name), join(out, name));
    }
  } catch (error) {
    for (const [from, to] of moved) await rename(to, from);
    throw error;
  }
};

/**
 * Writes these files to `out/wp-json`, and replaces `out/media` with the uploads that they refer to. The new directories are completed in
 * a staging directory and then renamed.
 */
const replaceSnapshot = async (cms: string, out: string, files: ReadonlyMap<string, unknown>) => {
  await mkdir(out, { recursive: true });
  const staging = await mkdtemp(join(out, '.pull-'));
  // A process that Ctrl-C ends runs no `finally`.
  const interrupt = (): never => {
    rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
    process.exit(130);
  };
  process.once('SIGINT', interrupt);
  try {
    const next = join(staging, 'next');
    const current = join(out, 'wp-json');
    if (existsSync(current)) await cp(current, join(next, 'wp-json'), { recursive: true, preserveTimestamps: true });
    const uploads = new Set<string>();
    for (const [path, response] of files) {
      const content = withRelativeUrls(response, cms);
      for (const upload of listUploads(content)) uploads.add(upload);
      const file = join(next, 'wp-json', `${path}.json`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
    }
    const media = { directory: join(next, 'media'), previous: join(out, 'media') };
    const missing = await downloadUploads(cms, [...uploads], media).catch((error: Error) => {
      throw new PullFailed(error.message, { cause: error });
    });
    process.off('SIGINT', interrupt);
    await swapIn(out, staging, ['wp-json', 'media']);
    return { uploads: uploads.size, missing };
  } finally {
    process.off('SIGINT', interrupt);
    await rm(staging, { recursive: true, force: true });
  }
};

/**
 * Reads the complete content, by path below `wp-json`.
 *
 * @throws {PullFailed} when the CMS fails, or is not a WordPress with the companion plugin.
 */
export const readContent = async (cms: string): Promise<ReadonlyMap<string, unknown>> => {
  const files = new Map<string, unknown>();
  for (const page of PAGES) {
    const content = await pullPage(cms, page);
    if (content !== null) files.set(page.path, content);
  }
  for (const collection of COLLECTIONS) files.set(collection.path, await pullCollection(cms, collection));
  return files;
};

/**
 * Reads the complete content and writes it to `out/wp-json`, with its uploads in `out/media`.
 *
 * @throws {PullFailed} as `readContent`, or when the CMS fails to deliver an upload. The snapshot is unchanged then.
 * @returns the number of items in each file that is a list, the number of uploads, and a line for each upload that is missing.
 */
export const pullContent = async (cms: string, out: string) => {
  const files = await readContent(cms);
  const media = await replaceSnapshot(cms, out, files);
  const counts = [...files].flatMap(([path, items]) => (Array.isArray(items) ? [[path, items.length] as const] : []));
  return { counts, ...media };
};

const main = async (): Promise<void> => {
  const options = readOptions({ out: { type: 'string' } });
  const out = options.out ? resolve(options.out) : join(import.meta.dirname, '../private/content');
  if (!env.CMS_URL) {
    throw new PullFailed('CMS_URL is not set: set it to the URL of the CMS, such as http://127.0.0.1:8888.');
  }
  const cms = withoutPassword(env.CMS_URL);
  const { counts, uploads, missing } = await pullContent(cms, out);
  const summary = counts.map(([path, count]) => `${count} ${path.replace('wp/v2/', '')}`).join(', ');
  console.log(`Updated the snapshot from ${cms}: ${summary}, home page, FAQ page, ${uploads} uploads.`);
  for (const upload of missing) console.warn(`This upload is not in the snapshot: ${upload}.`);
};

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof PullFailed ? `${error.message} The snapshot is unchanged.` : error);
    process.exitCode = 1;
  }
}
