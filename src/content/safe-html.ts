import 'server-only';
import { decodeHTMLStrict } from 'entities';
import { serialize } from 'parse5';
import { z } from 'zod';
import { env } from '../env.ts';
import { toContentId } from './anchors.ts';
import { toCleanText } from './clean-content.ts';
import {
  appendChild,
  attributeOf,
  createDocumentFragment,
  createElement,
  type HtmlAttribute,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  insertText,
  isElementNode,
  isHtmlElement,
  isTextNode,
  listElements,
  parseHtml,
} from './html-tree.ts';
import { isExternal, toHref, toImageUrl, toSrcSet } from './links.ts';
import { toSlug } from './slugs.ts';
import { warnOnce } from './warn-once.ts';

const Safe = z.string().brand<'SafeHtml'>();

/** HTML that `toSafeHtml` made, and so the only HTML that may be set into a page as it is. */
export type SafeHtml = z.output<typeof Safe>;

export type Heading = { readonly id: string; readonly text: string; readonly level: number };

type Options = {
  /** What the highest heading of the content becomes; 3 where nothing is said. */
  readonly topHeading?: 2 | 3 | 4;
  /** Stands before the id of every heading, for pages that show several contents; null gives no ids. */
  readonly idPrefix?: string | null;
};

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const HEADINGS = toSet('h1 h2 h3 h4 h5 h6');
const BLOCKS = toSet(
  'p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption hr details summary br ' +
    'table caption colgroup col thead tbody tfoot tr th td',
);
const INLINE = toSet(
  'a abbr b bdi bdo cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr',
);
/** Landmarks and forms of the page are ours; in content they become a `div`. */
const BOXES = toSet('address article aside center fieldset footer form header hgroup main nav search section');
/** Dropped with all they hold: scripts, styles, other document types, and controls with their labels. */
const DROPPED = toSet(
  'script style svg math iframe object embed applet marquee template noscript noembed noframes plaintext xmp title head ' +
    'textarea select option button label legend datalist audio video canvas',
);
/** Dropped where they hold nothing but white space and line breaks. */
const NEVER_EMPTY = toSet('p h1 h2 h3 h4 h5 h6 div figure figcaption blockquote ul ol li dl');

const ATTRIBUTES = new Map(
  Object.entries({
    abbr: ['title'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  }),
);
const ATTRIBUTES_OF_ALL = ['lang', 'dir'];

/** Content is never wider than its measure. */
const CONTENT_SIZES = '(min-width: 48rem) 44rem, 100vw';
const SCROLL_CLASS = 'table-scroll';

const withBrand = (text: string): string => text.replaceAll('{brand}', () => env.SITE_NAME);

const toAttributes = (values: Readonly<Record<string, string | null>>): HtmlAttribute[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

const allowedAttributes = ({ tagName, attrs }: HtmlElement): HtmlAttribute[] => {
  const allowed = [...ATTRIBUTES_OF_ALL, ...(ATTRIBUTES.get(tagName) ?? [])];
  return attrs
    .filter(({ name }) => allowed.includes(name))
    .map(({ name, value }) => ({ name, value: withBrand(toCleanText(value)) }));
};

const toLink = (link: HtmlElement): HtmlElement | null => {
  const href = toHref(toCleanText(attributeOf(link, 'href') ?? ''));
  if (href === null) return null;
  const rel = isExternal(href) ? 'noopener noreferrer' : null;
  const hreflang = attributeOf(link, 'hreflang') || null;
  return createElement('a', [...toAttributes({ href, rel, hreflang }), ...allowedAttributes(link)]);
};

const toSize = (text: string | null): string | null => (/^[1-9]\d{0,4}$/.test(text ?? '') ? text : null);

const toImage = (image: HtmlElement): HtmlElement | null => {
  const src = toImageUrl(toCleanText(attributeOf(image, 'src') ?? ''));
  const [width, height] = [toSize(attributeOf(image, 'width')), toSize(attributeOf(image, 'height'))];
  if (src === null) return null;
  if (width === null || height === null) {
    // Without both the page would jump while it loads, and there is no cheap way to learn them here.
    warnOnce(`image ${src}`, { image: src }, 'An image of the content has no width and height and is left out.');
    return null;
  }
  return createElement('img', [
    ...toAttributes({
      src,
      srcset: toSrcSet(src, Number(width), 'webp'),
      sizes: src.startsWith('/media/') ? CONTENT_SIZES : null,
      alt: withBrand(toCleanText(attributeOf(image, 'alt') ?? '')),
      width,
      height,
      loading: 'lazy',
      decoding: 'async',
    }),
    ...allowedAttributes(image),
  ]);
};

type Parent = HtmlElement | HtmlFragment;

/** Elements around the copied ones that say what may stand inside them. */
type Around = { readonly inLink: boolean; readonly inHeading: boolean };

const nameOf = (node: HtmlNode | HtmlElement['parentNode']): string =>
  node !== null && 'tagName' in node ? node.tagName : '';

/** Items outside of lists would close the list of the page that they stand in. */
const isStrayItem = (name: string, parent: Parent): boolean => {
  if (name === 'li') return !/^[uo]l$/.test(nameOf(parent));
  if (name !== 'dt' && name !== 'dd') return false;
  const isGroup = nameOf(parent) === 'div' && 'parentNode' in parent && nameOf(parent.parentNode) === 'dl';
  return nameOf(parent) !== 'dl' && !isGroup;
};

/** The copy of an element, still without its children. Null where the element goes and its children stay. */
const toAllowed = (element: HtmlElement, parent: Parent, { inLink, inHeading }: Around): HtmlElement | null => {
  const { tagName } = element;
  if (tagName === 'a') return inLink ? null : toLink(element);
  if (tagName === 'img') return toImage(element);
  if (HEADINGS.has(tagName) && inHeading) return null;
  if (tagName === 'div' && attributeOf(element, 'class') === SCROLL_CLASS) return null;
  if (BOXES.has(tagName) || isStrayItem(tagName, parent)) return createElement('div', allowedAttributes(element));
  if (!BLOCKS.has(tagName) && !INLINE.has(tagName)) return null;
  const attributes = allowedAttributes(element);
  return tagName === 'span' && attributes.length === 0 ? null : createElement(tagName, attributes);
};

const isBlank = (node: HtmlNode): boolean =>
  isTextNode(node) ? node.value.trim() === '' : isElementNode(node) && node.tagName === 'br';

const append = (parent: Parent, node: HtmlNode): void => {
  if (isTextNode(node)) insertText(parent, node.value);
  else appendChild(parent, node);
};

/**
 * Copies what the allow-lists name. What is copied can be serialized and parsed again without a change: no links in
 * links, no headings in headings, no items outside of lists.
 */
const copyChildren = (from: Parent, to: Parent, around: Around): void => {
  for (const node of from.childNodes) {
    if (isTextNode(node)) insertText(to, toCleanText(node.value));
    if (!isHtmlElement(node) || DROPPED.has(node.tagName)) continue;

    const copy = toAllowed(node, to, around);
    if (copy === null) {
      copyChildren(node, to, around);
      continue;
    }
    appendChild(to, copy);
    copyChildren(node, copy, {
      inLink: around.inLink || copy.tagName === 'a',
      inHeading: around.inHeading || HEADINGS.has(copy.tagName),
    });
    if (!copy.childNodes.every(isBlank)) continue;
    if (copy.tagName === 'a' || NEVER_EMPTY.has(copy.tagName)) to.childNodes.pop();
    if (copy.tagName === 'a') for (const blank of copy.childNodes) append(to, blank);
  }
};

const nameBrand = (parent: Parent): void => {
  for (const node of parent.childNodes) {
    if (isTextNode(node)) node.value = withBrand(node.value);
    if (isElementNode(node)) nameBrand(node);
  }
};

/** The allowed part of HTML as a tree of our own, with the brand's name; empty where it is too large to be read. */
const toAllowedTree = (html: string): HtmlFragment => {
  const allowed = createDocumentFragment();
  const parsed = parseHtml(html);
  if (parsed === null) {
    const start = html.slice(0, 80);
    warnOnce(
      `large ${start}`,
      { start, length: html.length },
      'HTML has too many or too deep elements and is left out.',
    );
    return allowed;
  }
  copyChildren(parsed, allowed, { inLink: false, inHeading: false });
  nameBrand(allowed);
  return allowed;
};

/** White space as one blank; soft hyphens and marks without width go, a search would stumble over them. */
const fold = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const rawText = (node: HtmlNode | Parent): string => {
  if (isTextNode(node)) return node.value;
  if (!('childNodes' in node)) return '';
  const inside = node.childNodes.map(rawText).join('');
  return BLOCKS.has(nameOf(node)) ? ` ${inside} ` : inside;
};

/** The words of a tree, blocks apart from each other. */
const textOf = (node: Parent): string => fold(rawText(node));

const rename = (element: HtmlElement, tagName: string): void => {
  element.tagName = tagName;
  element.nodeName = tagName;
};

const shiftHeadings = (headings: readonly HtmlElement[], top: number): void => {
  const levelOf = ({ tagName }: HtmlElement): number => Number(tagName.slice(1));
  const highest = headings.reduce((level, heading) => Math.min(level, levelOf(heading)), 6);
  for (const heading of headings) rename(heading, `h${Math.min(6, levelOf(heading) - highest + top)}`);
};

const identifyHeadings = (headings: readonly HtmlElement[], prefix: string): void => {
  const taken = new Set<string>();
  const repeats = new Map<string, number>();
  for (const heading of headings) {
    const slug = toSlug(textOf(heading)) || 'section';
    const wanted = prefix === '' ? toContentId(slug) : `${prefix}${slug}`;
    let id = wanted;
    for (let count = (repeats.get(wanted) ?? 0) + 1; taken.has(id); count += 1) {
      repeats.set(wanted, count);
      id = `${wanted}-${count + 1}`;
    }
    taken.add(id);
    heading.attrs.unshift({ name: 'id', value: id });
  }
};

/** Two columns have room on every phone. */
const FEWEST_STACKED = 3;
/** A name is repeated in each row, so a long one would multiply the size of the page. */
const LONGEST_STACKED_NAME = 100;

const elementsIn = (parent: Parent, ...names: readonly string[]): HtmlElement[] =>
  parent.childNodes.filter(isElementNode).filter(({ tagName }) => names.includes(tagName));

/** The only row of a table's head, where it has no cells but names. */
const headCellsOf = (table: HtmlElement): readonly HtmlElement[] => {
  const [row, ...others] = elementsIn(table, 'thead').flatMap((head) => elementsIn(head, 'tr'));
  if (row === undefined || others.length > 0 || elementsIn(row, 'td').length > 0) return [];
  return elementsIn(row, 'th');
};

/**
 * Gives every cell the name of its column, for a phone to show the rows as cards. Tables whose cells span others, or without
 * a row of names, scroll.
 */
const nameCells = (table: HtmlElement): void => {
  const names = headCellsOf(table).map(textOf);
  const isSimple = listElements(table).every(
    ({ tagName, attrs }) => tagName !== 'table' && !attrs.some(({ name }) => /^(?:col|row)span$/.test(name)),
  );
  const isRepeatable = names.every((name) => name.length <= LONGEST_STACKED_NAME);
  if (names.length < FEWEST_STACKED || !isRepeatable || !isSimple) return;

  table.attrs.unshift({ name: 'data-stacks', value: '' });
  for (const row of elementsIn(table, 'tbody', 'tfoot').flatMap((part) => elementsIn(part, 'tr'))) {
    for (const [column, cell] of elementsIn(row, 'th', 'td').entries()) {
      cell.attrs.unshift({ name: 'data-label', value: names[column] ?? '' });
    }
  }
};

/** Puts each table into a box that scrolls. The second box of a name carries its number, so that the regions can be told apart. */
const addScrollBoxes = (tables: readonly HtmlElement[]): void => {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const name = elementsIn(table, 'caption').map(textOf)[0] || 'Table';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const label = toCleanText(count === 1 ? name : `${name} ${count}`);
    // The element itself becomes the box, since inserting one would search among its siblings.
    const inner = createElement('table', table.attrs);
    for (const child of table.childNodes) appendChild(inner, child);
    rename(table, 'div');
    table.attrs = toAttributes({ class: SCROLL_CLASS, tabindex: '0', role: 'region', 'aria-label': label });
    table.childNodes = [];
    appendChild(table, inner);
  }
};

/** A browser leaves out the line end that `pre` begins with, so one that shall be seen needs another. */
const keepLineEnds = (elements: readonly HtmlElement[]): void => {
  for (const { tagName, childNodes } of elements) {
    const [first] = childNodes;
    if (tagName === 'pre' && first && isTextNode(first) && first.value.startsWith('\n'))
      first.value = `\n${first.value}`;
  }
};

/**
 * HTML of the content system, reduced to an allow-list so that nothing in it can run, frame, style or post, with its
 * links and images rewritten for this site, its headings moved below `topHeading` and given ids, its tables made
 * to stack on phones or to scroll and `{brand}` replaced. Sanitizing its own result changes nothing. HTML of more than 20,000
 * elements or 200 levels is left out with a warning.
 */
export const toSafeHtml = (html: string, { topHeading = 3, idPrefix = '' }: Options = {}): SafeHtml => {
  const tree = toAllowedTree(html);
  const elements = listElements(tree);
  const headings = elements.filter(({ tagName }) => HEADINGS.has(tagName));
  const tables = elements.filter(({ tagName }) => tagName === 'table');
  shiftHeadings(headings, topHeading);
  if (idPrefix !== null) identifyHeadings(headings, idPrefix);
  for (const table of tables) nameCells(table);
  keepLineEnds(elements);
  addScrollBoxes(tables);
  return Safe.parse(serialize(tree).trim());
};

/** The headings of a content in their order, for a table of contents. */
export const listHeadings = (html: SafeHtml): Heading[] => {
  const tree = parseHtml(html);
  return (tree === null ? [] : listElements(tree)).flatMap((element) => {
    const id = attributeOf(element, 'id');
    if (id === null || !HEADINGS.has(element.tagName)) return [];
    return [{ id, text: textOf(element), level: Number(element.tagName.slice(1)) }];
  });
};

/** The words of HTML: tags out, entities decoded once, white space folded, `{brand}` replaced. Never set it as HTML. */
export const toPlainText = (html: string): string =>
  /[<&]/.test(html) ? textOf(toAllowedTree(html)) : fold(withBrand(toCleanText(html)));

const holdsTag = (text: string): boolean => {
  if (!text.includes('<')) return false;
  const tree = parseHtml(text);
  return tree === null || listElements(tree).some(({ tagName }) => BLOCKS.has(tagName) || INLINE.has(tagName));
};

/**
 * Text of a plain field, which ACF hands out as it was typed (`Tom & Jerry <3`), unless the field is set to make
 * paragraphs: so it is read as HTML only where it holds a tag.
 */
export const toText = (typed: string): string =>
  holdsTag(typed) ? toPlainText(typed) : fold(withBrand(toCleanText(decodeHTMLStrict(typed))));
