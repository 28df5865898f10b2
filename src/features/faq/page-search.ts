import 'server-only';
import { listFaqGroups } from '../../content/faq.ts';
import { listPageSlugs, type Page, readPage } from '../../content/pages.ts';
import { listPosts, type Post } from '../../content/posts.ts';
import { toPlainText } from '../../content/safe-html.ts';
import { toPagePath } from '../../site/routes.ts';
import { toSitePath } from '../../site/urls.ts';
import type { FoundPage } from './found-pages.tsx';
import { MAX_RESULTS, MAX_WORDS } from './search.ts';
import { searchGroups } from './search-groups.ts';
import { toSearchWords, toWords } from './search-words.ts';

/** The words by which a text is found: those of its title, and all. */
type Words = { readonly title: readonly string[]; readonly all: ReadonlySet<string> };

type SearchablePage = FoundPage & { readonly words: Words };

const MAX_PAGES = 3;
/** Of the posts, only the newest are searched, because a search must stay cheap. */
const MAX_POSTS = 200;
/** As for answers (docs/requirements.md). */
const TITLE_WEIGHT = 3;
const CONTENT_WEIGHT = 1.5;
/** The second and third page must fit at least this share as well as the first one. */
const MIN_RELATIVE_FIT = 0.6;

/** Fields without text that visitors read: URLs, names of icons and layouts, and other values for the markup. */
const WITHOUT_TEXT = /^(?:anchor|email|icon|imageSide|layout|sources|still)$|url$/i;

/** The texts in a value of the CMS. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [toPlainText(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => (WITHOUT_TEXT.test(key) ? [] : textsIn(field)));
};

const toWordsOf = (title: string, content: unknown): Words => ({
  title: toWords(title),
  all: new Set(toWords([title, ...textsIn(content)].join(' '))),
});

const fromPost = ({ slug, title, summary, body }: Post): SearchablePage => ({
  path: toSitePath(`/${slug}`),
  title,
  description: summary,
  words: toWordsOf(title, [summary, body]),
});

const fromPage = ({ slug, title, description, body, blocks }: Page): SearchablePage => ({
  path: toSitePath(toPagePath(slug)),
  title,
  description,
  words: toWordsOf(title, [description, body, blocks]),
});

/** By their content, which is the same object until it changes. */
const searchablePages = new WeakMap<Post | Page, SearchablePage>();

const remembered =
  <Item extends Post | Page>(from: (item: Item) => SearchablePage) =>
  (item: Item): SearchablePage => {
    const page = searchablePages.get(item) ?? from(item);
    searchablePages.set(item, page);
    return page;
  };

const toSearchablePost = remembered(fromPost);
const toSearchablePage = remembered(fromPage);

const readPages = async (): Promise<readonly SearchablePage[]> => {
  const [posts, listed] = await Promise.all([listPosts(), listPageSlugs()]);
  const pages = await Promise.all(listed.filter(({ seo }) => seo.isListed).map(({ slug }) => readPage(slug)));
  return [
    ...posts
      .slice(0, MAX_POSTS)
      .filter(({ seo }) => seo.isListed)
      .map(toSearchablePost),
    ...pages.flatMap((page) => (page === null ? [] : [toSearchablePage(page)])),
  ];
};

/** How well a text fits a query; 0 if it lacks half of its words. */
const fitOf = (query: readonly string[], { title, all }: Words): number => {
  const weights = query.map((word) => {
    const isBegun = (other: string): boolean => other.startsWith(word);
    return title.some(isBegun) ? TITLE_WEIGHT : [...all].some(isBegun) ? CONTENT_WEIGHT : 0;
  });
  const found = weights.filter((weight) => weight > 0);
  return found.length > query.length / 2 ? found.reduce<number>((sum, weight) => sum + weight, 0) : 0;
};

/**
 * The pages and articles that contain most words of a query and fit it better than the last of the answers that the FAQ
 * search finds, or than no answer; at most 3, best first.
 */
export const findPages = async (text: string): Promise<readonly FoundPage[]> => {
  const [groups, pages] = await Promise.all([listFaqGroups(), readPages()]);
  const vocabulary = { has: (word: string) => pages.some(({ words }) => words.all.has(word)) };
  const query = toSearchWords(text, vocabulary).slice(0, MAX_WORDS);
  if (query.length === 0) return [];
  const answers = searchGroups(groups, text).map(({ question, answerText, searchTerms }) =>
    fitOf(query, toWordsOf(question, [answerText, searchTerms])),
  );
  const worst = answers.length < MAX_RESULTS ? 0 : Math.min(...answers);
  const found = pages
    .map((page) => ({ page, fit: fitOf(query, page.words) }))
    .filter(({ fit }) => fit > worst)
    .toSorted((a, b) => b.fit - a.fit);
  return found
    .filter(({ fit }) => fit >= MIN_RELATIVE_FIT * (found[0]?.fit ?? 0))
    .slice(0, MAX_PAGES)
    .map(({ page: { path, title, description } }) => ({ path, title, description }));
};
