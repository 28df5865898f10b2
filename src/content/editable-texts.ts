import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { currentContext } from '../framework/shared.ts';
import { toContentSchema } from './content-schema.ts';
import type { Field } from './editor-fields.ts';
import { toPlainText } from './safe-html.ts';

/** A text or picture of the content, and the field of WordPress in which it is edited. */
export type EditableText = {
  /** The screen with the field. The companion plugin reads the query parameter `site_edit` and selects the field. */
  readonly url: string;
  /** The field in the words of the screen, for example `Cards › Card 2 › Title`. */
  readonly label: string;
  /**
   * `body`: a text of blocks, each of which is edited on its own. `image`: `text` is the name of the file without its extension. `links`:
   * all links that are not edited elsewhere; `text` is empty. `date`: `text` is as WordPress stores it.
   */
  readonly kind: 'text' | 'html' | 'body' | 'image' | 'links' | 'date';
  /** As visitors read it, without markup. */
  readonly text: string;
};

/** The texts that the content of a preview consists of, by item: `posts/12`, `pages/3/blocks/0`, `homepage`, `site/contact_form`, `menus/header`. */
type EditableTexts = {
  readonly textsOf: (item: string) => readonly EditableText[];
};

declare module 'hono' {
  interface ContextVariableMap {
    /** Absent unless the request shows a preview to somebody who may edit. */
    editableTexts: EditableTexts;
  }
}

const Rendered = z.looseObject({ rendered: z.string() }).transform(({ rendered }) => rendered);
const Item = z.looseObject({
  id: z.number().int(),
  title: Rendered,
  content: Rendered.default(''),
  excerpt: Rendered.default(''),
  date: z.string().default(''),
  featured_media: z.number().int().default(0),
  featured_image: z.unknown().optional(),
  acf: z.unknown().optional(),
});
const Row = z.looseObject({ acf_fc_layout: z.string() });
/** The fields of a row. ACF writes an empty group as a list or as false. */
const Values = z.record(z.string(), z.unknown()).catch({});
const Rows = z.array(z.unknown()).catch([]);
const Text = z.string().catch('');
const Image = z.looseObject({ url: z.string() }).transform(({ url }) => url);
const MenuEntry = z.looseObject({ label: Text, children: Rows });
const Menu = z.looseObject({ name: Text, items: Rows }).nullable().catch(null);

const COLLECTION = /^\/wp-json\/wp\/v2\/(posts|pages|events|faq)$/;
const OPTIONS = /^\/wp-json\/api\/(homepage|faqpage|site)$/;

/** The names of core's fields on the screens of WordPress. */
const CORE_LABELS = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Text',
  date: 'Publish',
  image: 'Featured image › Alternative text',
};
const FAQ_LABELS = { ...CORE_LABELS, title: 'Question', content: 'Answer' };

/** `two` for `https://cms.example/uploads/two-300x200.jpg`. */
const toFileName = (url: string): string => /([^/]*?)(?:-\d+x\d+|-scaled)?(?:\.\w+)?$/.exec(url)?.[1] ?? '';

type Found = Omit<EditableText, 'url'> & { readonly path: string };

const toPath = (...names: readonly (string | number)[]): string => names.filter((name) => name !== '').join('.');
const toLabel = (...names: readonly string[]): string => names.filter((name) => name !== '').join(' › ');

/** The texts and pictures in the fields of an item or a row, whose path and label precede theirs. */
const listTexts = (fields: readonly Field[], values: unknown, path: string, label: string): Found[] => {
  const row = Values.parse(values);
  return fields.flatMap((field): Found[] => {
    const value = row[field.name];
    const at = { path: toPath(path, field.name), label: toLabel(label, field.label) };
    const toImage = (image: unknown, found: typeof at): Found[] => {
      const { data: url } = Image.safeParse(image);
      return url === undefined ? [] : [{ ...found, kind: 'image', text: toFileName(url) }];
    };
    switch (field.type) {
      case 'list': {
        const name = field.itemLabel ?? field.label;
        return Rows.parse(value).flatMap((item, index) =>
          listTexts(field.fields ?? [], item, toPath(at.path, index), toLabel(label, `${name} ${index + 1}`)),
        );
      }
      case 'group':
        return listTexts(field.fields ?? [], value, at.path, at.label);
      case 'gallery':
        return Rows.parse(value).flatMap((image, index) => {
          const picture = { path: toPath(at.path, index), label: `${at.label} ${index + 1}` };
          const { alt } = Values.parse(image);
          return [...toImage(image, picture), { ...picture, kind: 'text', text: toPlainText(Text.parse(alt)) }];
        });
      case 'image':
        return toImage(value, at);
      case 'date-time':
        return [{ ...at, kind: 'date', text: Text.parse(value) }];
      case 'html':
      case 'text':
      case 'textarea':
      case 'phone':
      case 'email': {
        const text = toPlainText(Text.parse(value) || (field.default ?? ''));
        return text === '' ? [] : [{ ...at, kind: field.type === 'html' ? 'html' : 'text', text }];
      }
      default:
        return [];
    }
  });
};

/**
 * Collects the texts of the responses that a preview reads.
 *
 * @param editUrl any screen of WordPress's administration.
 */
const createTexts = (editUrl: string) => {
  const admin = new URL('.', editUrl);
  const schema = toContentSchema();
  const fieldsOf = new Map([
    ['posts', schema.post.fields],
    ['pages', schema.page.fields],
    ['events', schema.event.fields],
    ['faq', schema.faq.fields],
  ]);
  const layouts = new Map(schema.blocks.map((block) => [block.layout, block]));
  const texts = new Map<string, readonly EditableText[]>();

  const toScreen = (screen: string, query: Readonly<Record<string, string>>, path: string): string => {
    const url = new URL(screen, admin);
    url.search = new URLSearchParams({ ...query, site_edit: path }).toString();
    return url.href;
  };
  const toPost = (id: number, path: string) => toScreen('post.php', { post: String(id), action: 'edit' }, path);
  const toOptions = (page: string, path: string) => toScreen('admin.php', { page: `site-companion-${page}` }, path);
  const record = (item: string, found: readonly Found[], toUrl: (path: string) => string): void => {
    texts.set(
      item,
      found.filter(({ text }) => text !== '').map(({ path, ...text }) => ({ ...text, url: toUrl(path) })),
    );
  };

  const recordItem = (collection: string, value: unknown): void => {
    const { data: item } = Item.safeParse(value);
    if (item === undefined) return;
    const { id } = item;
    const labels = collection === 'faq' ? FAQ_LABELS : CORE_LABELS;
    const core = (['title', 'excerpt', 'content'] as const).map((path): Found => {
      const kind = path !== 'content' ? 'text' : collection === 'faq' ? 'html' : 'body';
      return { path, label: labels[path], kind, text: toPlainText(item[path]) };
    });
    // Only articles show when they were published.
    if (collection === 'posts') core.push({ path: 'date', label: labels.date, kind: 'date', text: item.date });
    record(`${collection}/${id}`, [...core, ...listTexts(fieldsOf.get(collection) ?? [], item.acf, '', '')], (path) =>
      toPost(id, path),
    );
    const { data: picture } = Image.safeParse(item.featured_image);
    if (picture !== undefined && item.featured_media > 0) {
      const image = { kind: 'image', label: labels.image, text: toFileName(picture) } as const;
      const own = texts.get(`${collection}/${id}`) ?? [];
      texts.set(`${collection}/${id}`, [...own, { ...image, url: toPost(item.featured_media, 'alt') }]);
    }
    const { blocks } = Values.parse(item.acf);
    for (const [index, row] of Rows.parse(blocks).entries()) {
      const block = layouts.get(Row.safeParse(row).data?.acf_fc_layout ?? '');
      const found = block ? listTexts(block.fields, row, `blocks.${index}`, block.label) : [];
      record(`${collection}/${id}/blocks/${index}`, found, (path) => toPost(id, path));
    }
  };

  const recordMenu = (location: string, value: unknown): void => {
    const menu = Menu.parse(value);
    const toUrl = (path: string) => toScreen('nav-menus.php', { site_menu: location }, path);
    const entries = (menu?.items ?? []).map((entry) => MenuEntry.parse(entry));
    const all = entries.flatMap(({ label, children }) => [label, ...children.map((one) => MenuEntry.parse(one).label)]);
    const found = all.map((text): EditableText => {
      return { kind: 'text', label: toLabel('Menus', menu?.name ?? '', text), text, url: toUrl(text) };
    });
    // The screen begins with a copy of an original menu.
    const original = { kind: 'links', label: 'Menus', text: '', url: toUrl('') } as const;
    texts.set(`menus/${location}`, menu === null ? [original] : found);
  };

  const recordSite = (body: unknown): void => {
    const { menus, name, description, ...texts } = Values.parse(body);
    const site = { ...texts, name: name || env.SITE_NAME, description: description || env.SITE_DESCRIPTION };
    const recordFields = (item: string, fields: readonly Field[]): void =>
      record(item, listTexts(fields, site, '', ''), (path) => toOptions('site', path));
    const isGroup = ({ type }: Field): boolean => type === 'group';
    recordFields(
      'site',
      schema.site.fields.filter((field) => !isGroup(field)),
    );
    for (const field of schema.site.fields.filter(isGroup)) recordFields(`site/${field.name}`, [field]);
    for (const [location, menu] of Object.entries(Values.parse(menus))) recordMenu(location, menu);
  };

  return {
    textsOf: (item: string): readonly EditableText[] => texts.get(item) ?? [],
    /** Records the response to a path of the CMS. */
    record: (path: string, body: unknown): void => {
      const collection = COLLECTION.exec(path)?.[1];
      if (collection !== undefined) {
        for (const item of Rows.parse(body)) recordItem(collection, item);
        return;
      }
      const options = OPTIONS.exec(path)?.[1];
      const { acf } = Values.parse(body);
      if (options === 'site') recordSite(body);
      if (options === 'homepage') {
        record(options, listTexts(schema.homepage.fields, acf, '', ''), (to) => toOptions(options, to));
      }
      if (options === 'faqpage') {
        // Its screen shows the fields of the group without the group.
        const found = schema.faqpage.fields.flatMap(({ name, fields }) =>
          listTexts(fields ?? [], Values.parse(acf)[name], '', ''),
        );
        record(options, found, (to) => toOptions(options, to));
      }
    },
  };
};

/**
 * Collects the texts of what the current request reads from the CMS, so that they can be marked in the page.
 *
 * @returns what to call with the path and the body of each response.
 */
export const collectEditableTexts = (editUrl: string): ((path: string, body: unknown) => void) => {
  const { record, textsOf } = createTexts(editUrl);
  currentContext()?.set('editableTexts', { textsOf });
  return record;
};
