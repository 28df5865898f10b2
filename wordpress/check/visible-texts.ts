import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { z } from 'zod';
import { toPlainText } from '../../src/content/safe-html.ts';
import type { VisibleText } from './words.ts';

const CONTENT = 'private/content/wp-json';
const PLUGIN_TEXTS = 'wordpress/plugin/site-companion/languages/site-companion.pot';
/** Without the framework layer, whose strings are mostly log messages. */
const SOURCES = ['src/{blocks,features,forms,pages,site}/**/*.{ts,tsx}', 'src/content/*-{schemas,texts}.ts'];

/** Fields of the content that visitors do not read as text. */
const INVISIBLE = new Set([
  'acf_fc_layout',
  'anchor',
  'date',
  'date_gmt',
  'end_date',
  'icon',
  'image_side',
  'modified',
  'modified_gmt',
  'search_terms',
  'slug',
  'start_date',
  'status',
  'taxonomy',
  'time_zone',
  'type',
  'url',
]);

const listStrings = (value: unknown, place: string): VisibleText[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ place, text: toPlainText(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      const { id } = z.looseObject({ id: z.number().optional() }).catch({}).parse(entry);
      return listStrings(entry, `${place} ${id ?? index + 1}`);
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    INVISIBLE.has(name) ? [] : listStrings(entry, `${place} ${name}`),
  );
};

/** The texts of the content snapshot. */
export const listContentTexts = (root: string): VisibleText[] =>
  globSync(`${CONTENT}/**/*.json`, { cwd: root })
    .sort()
    .flatMap((file) => listStrings(JSON.parse(readFileSync(join(root, file), 'utf8')), file));

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number';

/** The text of a literal, of text between tags or of a part of a template; null for other nodes. */
const textOf = ({ type, value }: Node): string | null => {
  if (type === 'TemplateElement') return z.object({ raw: z.string() }).parse(value).raw;
  return typeof value === 'string' ? value : null;
};

/** Reports text between tags and strings of more than one word. Comments are not part of the syntax tree. */
const listTreeTexts = (value: unknown, onText: (start: number, text: string) => void): void => {
  if (Array.isArray(value)) {
    for (const entry of value) listTreeTexts(entry, onText);
    return;
  }
  if (!isNode(value) || value.type === 'ImportDeclaration') return;
  const text = textOf(value)?.replace(/\s+/g, ' ').trim() ?? '';
  if (text.includes(' ') || (value.type === 'JSXText' && text !== '')) onText(value.start, text);
  for (const child of Object.values(value)) listTreeTexts(child, onText);
};

/** The texts in the source files of the site. */
export const listSourceTexts = (root: string): VisibleText[] =>
  SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const texts: VisibleText[] = [];
      listTreeTexts(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, (start, text) => {
        texts.push({ place: `${file}:${code.slice(0, start).split('\n').length}`, text });
      });
      return texts;
    });

/** The texts of the plugin, from its translation template. */
export const listPluginTexts = (root: string): VisibleText[] =>
  readFileSync(join(root, PLUGIN_TEXTS), 'utf8')
    .split('\n\n')
    .flatMap((entry) => {
      const lines = entry.slice(entry.indexOf('msgid')).matchAll(/^(?:msgid(?:_plural)? )?"(.*)"$/gm);
      const text = [...lines].map(([, line = '']) => line.replace(/\\(.)/g, '$1')).join('');
      return text === '' ? [] : [{ place: PLUGIN_TEXTS, text }];
    });
