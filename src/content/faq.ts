import 'server-only';
import { z } from 'zod';
import { group } from './acf.ts';
import { textarea, toFields } from './editor-fields.ts';
import { publicOnly, Rendered, readAllItems, readItems, Title } from './entries.ts';
import { defineReader } from './reader.ts';
import { toPlainText, toSafeHtml } from './safe-html.ts';
import { type ContentSource, nullIfMissing } from './source.ts';

const PATH = '/wp-json/wp/v2/faq';
/** WordPress's default and maximum `per_page`. */
const DEFAULT_PAGE = 10;
const LARGEST_PAGE = 100;

const Fields = z.object({
  search_terms: textarea({
    label: 'Also found by',
    help: 'Words that visitors search for and that the question does not contain, separated by commas: other names, abbreviations, other languages. They are not shown.',
    maxLength: 400,
    example: 'revshare, percentage, Provision',
  }),
});

/** The fields of a question as `schema.json` describes them. */
export const FAQ_FIELDS = toFields(Fields);

/** Without the companion plugin, a question has only id, title and content; the rest may be missing. */
const PublicFaqItem = z
  .object({
    id: z.number().int(),
    title: Title,
    content: Rendered,
    'faq-topics': z.array(z.number().int()).optional(),
    acf: group(Fields),
  })
  .transform(({ id, title, content, 'faq-topics': topics, acf }) => ({
    id,
    question: title,
    // Below the topic (h2) and the question (h3).
    answer: toSafeHtml(content, { topHeading: 4, idPrefix: `faq-${id}-` }),
    /** Plain text of the answer, for search. */
    answerText: toPlainText(content),
    /** Words for which the search finds the question although it does not contain them, as editors typed them. */
    searchTerms: acf.search_terms,
    /** The id of a `FaqTopic`. */
    topic: topics?.[0] ?? null,
  }));

export type FaqItem = z.output<typeof PublicFaqItem>;

const FaqItem = publicOnly(PublicFaqItem);

const FaqTopic = z.object({ id: z.number().int(), name: z.string().transform(toPlainText) });

export type FaqTopic = z.output<typeof FaqTopic>;

/**
 * The first hundred questions with these ids, requested as docs/requirements.md prescribes: no request without ids, and
 * `per_page` only if the list is longer than WordPress's default page. In the order of the CMS, without unknown, non-public
 * and invalid items.
 */
export const readFaqByIds = async (source: ContentSource, ids: readonly number[]): Promise<FaqItem[]> => {
  if (ids.length === 0) return [];
  const exact = { include: ids.slice(0, LARGEST_PAGE).join(','), order: 'asc' };
  const query = ids.length > DEFAULT_PAGE ? { ...exact, per_page: LARGEST_PAGE } : exact;
  return (await readItems(source, { path: PATH, query, schema: FaqItem, kind: 'faq item' })).items;
};

const readAllFaq = (source: ContentSource): Promise<FaqItem[]> =>
  readAllItems(source, { path: PATH, query: { order: 'asc' }, schema: FaqItem, kind: 'faq item' });

const readTopics = async (source: ContentSource): Promise<FaqTopic[]> => {
  const query = { orderby: 'id', order: 'asc' };
  const collection = { path: `${PATH}-topics`, query, schema: FaqTopic, kind: 'faq topic' };
  const topics = await nullIfMissing(readAllItems(source, collection));
  if (topics !== null) return topics;
  // If the questions are missing too, the companion plugin is not active: an error rather than an empty list.
  await source.read(PATH, { per_page: 1, _fields: 'id' }, z.unknown());
  return [];
};

/** All published questions in the order of the CMS. */
export const listFaq = defineReader({
  name: 'faq',
  tags: ['faq'],
  read: readAllFaq,
  items: { kind: 'faq', keysOf: (items) => items.map(({ id }) => id) },
});

/** The topics of questions, sorted by id. Empty if the CMS has no topics. */
export const listFaqTopics = defineReader({ name: 'faq topics', tags: ['faq-topics'], read: readTopics });

/** The questions of one topic in the order of the CMS; `name` is null for those without a topic. */
export type FaqGroup = { readonly id: number; readonly name: string | null; readonly entries: readonly FaqItem[] };

const WITHOUT_TOPIC = 0;

const toGroups = (items: readonly FaqItem[], topics: readonly FaqTopic[]): readonly FaqGroup[] => {
  const known = new Set(topics.map(({ id }) => id));
  const groups: FaqGroup[] = [
    ...topics.map(({ id, name }) => ({ id, name, entries: items.filter(({ topic }) => topic === id) })),
    { id: WITHOUT_TOPIC, name: null, entries: items.filter(({ topic }) => topic === null || !known.has(topic)) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
};

type Grouping = {
  readonly items: readonly FaqItem[];
  readonly topics: readonly FaqTopic[];
  readonly groups: readonly FaqGroup[];
};

/** The groups must stay the same array, since the search has one index per array. */
let last: Grouping | null = null;

/**
 * All published questions grouped by topic. Questions without a known topic form the last group. The same array is returned
 * until the content changes.
 */
export const listFaqGroups = async (): Promise<readonly FaqGroup[]> => {
  const [items, topics] = await Promise.all([listFaq(), listFaqTopics()]);
  if (last?.items !== items || last.topics !== topics) last = { items, topics, groups: toGroups(items, topics) };
  return last.groups;
};
