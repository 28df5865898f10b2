import 'server-only';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { percentDecode } from './slugs.ts';
import { type ContentSource, checkShape, MissingRoute, type Query } from './source.ts';

/** The fields by which WordPress sorts and filters. */
const Row = z.looseObject({
  id: z.number(),
  slug: z.string().optional(),
  date: z.string().optional(),
  name: z.string().optional(),
  status: z.string().default('publish'),
  menu_order: z.number().default(0),
});
type Row = z.output<typeof Row>;

const matches = (row: Row, { include, slug }: Query): boolean => {
  const ids = String(include ?? '')
    .split(',')
    .filter(Boolean);
  if (row.status !== 'publish') return false;
  if (ids.length > 0 && !ids.includes(String(row.id))) return false;
  return slug === undefined || percentDecode(row.slug ?? '') === percentDecode(String(slug));
};

const compareText = (a = '', b = '') => (a < b ? -1 : Number(a > b));

const FAQ = '/wp-json/wp/v2/faq';

/**
 * Like WordPress with the companion plugin: entries by date, newest first, and terms by name, unless the query sets an order. With
 * `order=asc`, questions are in the order of `include` or, without it, in the order that editors have chosen.
 */
const inOrder = (path: string, rows: readonly Row[], { orderby, order, include }: Query): Row[] => {
  const isTerms = rows.every(({ date }) => date === undefined);
  const isQuestionOrder = path === FAQ && orderby === undefined && order === 'asc';
  if (isQuestionOrder && include) {
    const ids = String(include).split(',').map(Number);
    return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  }
  const by = orderby ?? (isTerms ? 'name' : 'date');
  const sign = (order ?? (isTerms ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    if (by === 'id') return sign * (a.id - b.id);
    const byMenuOrder = isQuestionOrder ? a.menu_order - b.menu_order : 0;
    const compared = by === 'name' ? compareText(a.name, b.name) : compareText(a.date, b.date);
    return byMenuOrder || sign * (compared || a.id - b.id);
  });
};

const answerList = (path: string, rows: readonly Row[], query: Query) => {
  const [page, perPage] = [Number(query.page ?? 1), Number(query.per_page ?? 10)];
  if (!(perPage >= 1 && perPage <= 100)) throw new Error(`snapshot answers ${path}: per_page must be from 1 to 100`);
  const found = inOrder(
    path,
    rows.filter((row) => matches(row, query)),
    query,
  );
  const totalPages = Math.ceil(found.length / perPage);
  if (page > 1 && page > totalPages) throw new Error(`snapshot answers ${path}: there is no page ${page}`);
  return { body: found.slice((page - 1) * perPage, page * perPage), totalPages };
};

/**
 * Answers from the files of a snapshot, with `include`, `slug`, `orderby`, `order`, `page` and `per_page` as WordPress understands them
 * (10 items by default; an empty `include` means all). Each file is read once, until `forget` is called.
 */
export const createSnapshotSource = (): ContentSource & { readonly forget: () => void } => {
  // Relative to the working directory, because the path of a bundled module says nothing about the repository.
  const directory = resolve('private/content');
  const files = new Map<string, Promise<unknown>>();

  const load = async (path: string): Promise<unknown> => {
    const file = join(directory, `${path}.json`);
    if (!existsSync(directory)) throw new Error(`snapshot: there is no directory ${directory}`);
    if (!existsSync(file)) return null;
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch (cause) {
      throw new Error(`snapshot: ${file} cannot be read as JSON`, { cause });
    }
  };

  const loadOnce = (path: string): Promise<unknown> => {
    const known = files.get(path);
    if (known) return known;
    const loading = load(path);
    files.set(path, loading);
    // After `forget`, another load of this path may have taken its place.
    loading.catch(() => files.get(path) === loading && files.delete(path));
    return loading;
  };

  return {
    name: 'snapshot',
    forget: () => files.clear(),
    async read(path, query, schema) {
      const content = await loadOnce(path);
      if (content === null) throw new MissingRoute('snapshot', path);
      const { body, totalPages } = Array.isArray(content)
        ? answerList(path, checkShape('snapshot', path, content, z.array(Row)), query)
        : { body: content, totalPages: 1 };
      return { value: checkShape('snapshot', path, body, schema), totalPages };
    },
  };
};
