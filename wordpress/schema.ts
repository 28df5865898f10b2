import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toContentSchema } from '../src/content/content-schema.ts';
import type { Field } from '../src/content/editor-fields.ts';
import { DEFAULT_COLUMNS, DEFAULT_HEADER, DEFAULT_LEGAL } from '../src/features/site-shell/default-menus.ts';
import type { MenuLink } from '../src/features/site-shell/menu.ts';
import { isFixedPath, routes, toSlug } from '../src/site/routes.ts';

/**
 * `npm run content:schema`: writes the plugin's `schema.json`, and the tables of fields in `private/content/README.md`, from the schemas
 * in `src/content`, the default menus and the routes.
 */

const schema = toContentSchema();

const isDefaultText = ({ type, fields = [], default: text }: Field): boolean =>
  type === 'group' ? fields.every(isDefaultText) : text !== undefined;

const toRemark = ({ name, type, fields = [], choices = [] }: Field): string | null => {
  if (type === 'list') return `repeater of ${toFieldNames(fields)}`;
  // Their names are long lists, and nobody has to enter them.
  if (type === 'group' && fields.every(isDefaultText)) return 'texts with defaults';
  if (type === 'group') return toFieldNames(fields);
  if (type === 'choice') return choices.map(({ value }) => `\`${value}\``).join(' or ');
  return type === 'text' || type === 'textarea' || name.endsWith(type) ? null : type;
};

const toFieldNames = (fields: readonly Field[]): string =>
  fields
    .map((field) => {
      const name = field.required ? `**\`${field.name}\`**` : `\`${field.name}\``;
      const remark = toRemark(field);
      return remark === null ? name : `${name} (${remark})`;
    })
    .join(', ') || 'none';

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const TABLES: Readonly<Record<string, string>> = {
  items: toTable(
    ['type', 'fields'],
    (['event', 'post', 'page', 'faq', 'homepage', 'faqpage'] as const).map((type) => [
      `\`${type}\``,
      toFieldNames(schema[type].fields),
    ]),
  ),
  blocks: toTable(
    ['`acf_fc_layout`', 'in the editor', 'fields'],
    schema.blocks.map(({ layout, label, fields }) => [`\`${layout}\``, label, toFieldNames(fields)]),
  ),
};

/** With other keys than fields have, because the plugin translates their labels. */
const toMenu = (name: string, links: readonly MenuLink[]) => ({
  name,
  entries: links.map(({ label, href }) => ({ text: label, url: href })),
});

const [first, second] = DEFAULT_COLUMNS;

/** The menus that the site shows by default, by their location in WordPress. */
const menus = {
  header: toMenu('Header', DEFAULT_HEADER),
  footer_1: toMenu(first.title, first.links),
  footer_2: toMenu(second.title, second.links),
  legal: toMenu(DEFAULT_LEGAL.title, DEFAULT_LEGAL.links),
};

/** The paths of the pages that the site always has besides the home page, by their slug in WordPress. */
const paths = Object.fromEntries(
  routes.filter(({ path }) => isFixedPath(path) && path !== '/').map(({ path }) => [toSlug(path), path]),
);

/** The content of `schema.json`. */
export const SCHEMA_FILE = `${JSON.stringify({ ...schema, menus, paths }, null, 2)}\n`;

/** A Markdown text with the current tables between its markers. */
export const withTables = (markdown: string): string =>
  Object.entries(TABLES).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- table: ${name} -->\n)[^]*?(\n<!-- end of table -->)`),
        (_, start: string, end: string) => `${start}\n${table}\n${end}`,
      ),
    markdown,
  );

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const readme = join(root, 'private/content/README.md');
  await writeFile(join(root, 'wordpress/plugin/site-companion/schema.json'), SCHEMA_FILE);
  await writeFile(readme, withTables(await readFile(readme, 'utf8')));
  console.log('Wrote wordpress/plugin/site-companion/schema.json and the tables of private/content/README.md.');
}
