import 'server-only';
import { decodeHTMLStrict } from 'entities';
import { serialize } from 'parse5';
import { z } from 'zod';
import { toAnchorSlug, toContentId } from './anchors.ts';
import { toCleanText } from './clean-content.ts';
import {
  appendChild,
  attributeOf,
  createDocumentFragment,
  createElement,
  createMathElement,
  type HtmlAttribute,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  hasClass,
  insertText,
  isElementNode,
  isHtmlElement,
  isMathElement,
  isTextNode,
  listElements,
  parseHtml,
  rename,
  textContentOf,
} from './html-tree.ts';
import { isExternal, isPicture, toFileUrl, toHref, toImageUrl, toSrcSet, toStill } from './links.ts';
import { joinUnits } from './no-break.ts';
import { withBrand } from './site-name.ts';
import { percentDecode, toSlug } from './slugs.ts';
import { toVideo } from './videos.ts';
import { warnOnce } from './warn-once.ts';
import { BLOCK_CLASSES, convertBlocks, isAddedToCard, largestOf } from './wordpress-blocks.ts';

const Safe = z.string().brand<'SafeHtml'>();

/** Output of `toSafeHtml`: the only HTML of the CMS that may be inserted into a page unescaped. */
export type SafeHtml = z.output<typeof Safe>;

export type Heading = { readonly id: string; readonly text: string; readonly level: number };

type Options = {
  /** The level of the highest heading in the result; 3 by default. */
  readonly topHeading?: 2 | 3 | 4;
  /** The prefix of the ids of headings without an anchor, for pages that show several texts; null: those get no ids. */
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
/** Sectioning elements and forms, which belong to the page around the content, and the obsolete `center`. */
const REPLACED_BY_DIV = toSet(
  'address article aside center fieldset footer form header hgroup main nav search section',
);
/** Removed with their content: scripts, styles, embedded documents, controls and labels. `copyFormula` copies formulas (`math`). */
const REMOVED = toSet(
  'script style svg math iframe object embed applet marquee template noscript noembed noframes plaintext xmp title head ' +
    'textarea select option button label legend datalist canvas',
);
/** Removed if they contain only white space and line breaks. */
const REMOVED_IF_EMPTY = toSet('p h1 h2 h3 h4 h5 h6 div figure figcaption blockquote ul ol li dl');

/** Attributes that may be copied, by element. `toLink`, `toImage`, `toPlayer` and `toTrack` set further ones. */
const ATTRIBUTES = new Map(
  Object.entries({
    a: ['aria-label'],
    abbr: ['title'],
    details: ['open'],
    div: ['data-width'],
    figure: ['data-width'],
    li: ['value'],
    ul: ['data-columns'],
    ol: ['start', 'reversed', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  }),
);
const GLOBAL_ATTRIBUTES = ['lang', 'dir'];

/** The `sizes` of an image in the text column. */
const CONTENT_SIZES = '(min-width: 48rem) 44rem, 100vw';
/** The `sizes` of an image in a gallery or in one of several columns. */
const COLUMN_SIZES = '(min-width: 40rem) 22rem, 100vw';
const SCROLL_CLASS = 'table-scroll';

const toAttributes = (values: Readonly<Record<string, string | null>>): HtmlAttribute[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

/** The only allowed values of these attributes. Allowed attributes that are not listed here may have any value. */
const ALLOWED_VALUES: Readonly<Record<string, RegExp>> = {
  'data-columns': /^[1-4]$/,
  'data-width': /^(?:25|33|50|66|75)$/,
  type: /^[1aAiI]$/,
  value: /^-?\d{1,6}$/,
};

const TRACK_KIND = /^(?:captions|chapters|descriptions|subtitles)$/;

/** Those classes of an element that are in `BLOCK_CLASSES`; null if there are none. */
const toClass = (element: HtmlElement): string | null =>
  [...BLOCK_CLASSES].filter((name) => hasClass(element, name)).join(' ') || null;

/** The attributes of an element that are kept on its copy. `cleanIds` rewrites the id. */
const allowedAttributes = (element: HtmlElement, tagName = element.tagName): HtmlAttribute[] => {
  const allowed = [...GLOBAL_ATTRIBUTES, ...(ATTRIBUTES.get(tagName) ?? [])];
  const kept = element.attrs
    .filter(({ name, value }) => allowed.includes(name) && (ALLOWED_VALUES[name]?.test(value) ?? true))
    .map(({ name, value }) => ({ name, value: withBrand(toCleanText(value)) }));
  return [...toAttributes({ id: attributeOf(element, 'id'), class: toClass(element) }), ...kept];
};

const isImage = ({ tagName }: HtmlElement): boolean => tagName === 'img';

/**
 * Attributes that tell `TextWithMedia` what a click on a link opens: an image in the lightbox, or a video player.
 *
 * @param link the copy of a link, with its content.
 */
const toAction = (link: HtmlElement): Readonly<Record<string, string | null>> => {
  const href = attributeOf(link, 'href') ?? '';
  const images = listElements(link).filter(isImage);
  if (isPicture(href) && images.length > 0) {
    const isNamed = attributeOf(link, 'aria-label') !== null || textContentOf(link).trim() !== '';
    const label = isNamed || images.some((image) => attributeOf(image, 'alt')) ? null : 'Enlarge picture';
    return { 'aria-label': label, 'data-media': 'picture', 'data-island': '' };
  }
  const video = hasClass(link, 'video') ? toVideo(href) : null;
  return video === null ? {} : { 'data-media': 'video', 'data-island': '', 'data-player': video.player };
};

const toLink = (link: HtmlElement): HtmlElement | null => {
  const href = toHref(toCleanText(attributeOf(link, 'href') ?? ''));
  if (href === null) return null;
  const rel = isExternal(href) ? 'noopener noreferrer' : null;
  const hreflang = attributeOf(link, 'hreflang') || null;
  const isSecondary = hasClass(link, 'button') && attributeOf(link, 'data-variant') === 'secondary';
  // The style sheet shows the type of a file, such as PDF, after the text of the link.
  const type = hasClass(link, 'button') ? null : (/^\/files\/.*\.(\w+)$/.exec(href)?.[1]?.toUpperCase() ?? null);
  return createElement('a', [
    ...toAttributes({ href, rel, hreflang, 'data-type': type, 'data-variant': isSecondary ? 'secondary' : null }),
    ...allowedAttributes(link),
  ]);
};

/** The place that links of the page lead to, for which the classic editor writes a link without a URL: `<a name="prices"></a>`. */
const toLinkTarget = (link: HtmlElement): HtmlElement | null => {
  const id = attributeOf(link, 'id') || attributeOf(link, 'name');
  return id ? createElement('span', [{ name: 'id', value: id }]) : null;
};

const toSize = (text: string | null): string | null => (/^[1-9]\d{0,4}$/.test(text ?? '') ? text : null);

/**
 * The `width` and `height` that an image has, or those in the name of its file. If it has only one, the other follows from the name: for
 * `plan-300x200.jpg` with a width of 600 the height is 400.
 */
const statedSizeOf = (image: HtmlElement) => {
  const [width, height] = [toSize(attributeOf(image, 'width')), toSize(attributeOf(image, 'height'))];
  const [, across, down] = /-(\d{1,5})x(\d{1,5})\.\w+$/.exec(attributeOf(image, 'src') ?? '') ?? [];
  if ((width !== null && height !== null) || !Number(across) || !Number(down)) return { width, height };
  const scaled = (size: string, ratio: number): string => String(Math.max(1, Math.round(Number(size) * ratio)));
  if (width !== null) return { width, height: scaled(width, Number(down) / Number(across)) };
  if (height !== null) return { width: scaled(height, Number(across) / Number(down)), height };
  return { width: String(Number(across)), height: String(Number(down)) };
};

/** The size of an image; smaller, in the same ratio, if the editor has set a smaller width in pixels. */
const sizeOf = (image: HtmlElement) => {
  const { width, height } = statedSizeOf(image);
  const wanted = toSize(/(?:^|;)\s*width:\s*(\d+)px/.exec(attributeOf(image, 'style') ?? '')?.[1] ?? null);
  if (width === null || height === null || wanted === null || Number(wanted) >= Number(width)) return { width, height };
  return { width: wanted, height: String(Math.max(1, Math.round((Number(height) * Number(wanted)) / Number(width)))) };
};

/** The maximum number of characters of a URL in the log. A `data:` URL can contain a whole file. */
const MAX_LOGGED_URL_LENGTH = 200;

const toImage = (image: HtmlElement, isNarrow: boolean): HtmlElement | null => {
  const largest = largestOf(image);
  const given = toCleanText(attributeOf(image, 'src') ?? '');
  const src = toImageUrl(toCleanText(largest.url)) ?? toImageUrl(given);
  const { width, height } = sizeOf(image);
  if (src === null) {
    const shown = given.slice(0, MAX_LOGGED_URL_LENGTH);
    warnOnce(`image ${shown}`, { image: shown }, 'skipping a content image that the site cannot serve');
    return null;
  }
  if (width === null || height === null) {
    // Without its size the image would shift the layout when it loads. Reading the size from the file here would be slow.
    warnOnce(`image ${src}`, { image: src }, 'skipping a content image without width or height');
    return null;
  }
  return createElement('img', [
    ...toAttributes({
      src,
      srcset: toSrcSet(src, Math.max(largest.width, Number(width)), 'webp'),
      sizes: src.startsWith('/media/') ? (isNarrow ? COLUMN_SIZES : CONTENT_SIZES) : null,
      alt: withBrand(toCleanText(attributeOf(image, 'alt') ?? '')),
      width,
      height,
      loading: 'lazy',
      decoding: 'async',
    }),
    ...allowedAttributes(image),
  ]);
};

/** A boolean attribute for `toAttributes`: `''` if the element has it, otherwise null. */
const booleanAttributeOf = (element: HtmlElement, name: string): '' | null =>
  attributeOf(element, name) === null ? null : '';

/** The browser's own player for a video or audio file; null if `toFileUrl` does not accept the URL. */
const toPlayer = (media: HtmlElement): HtmlElement | null => {
  const src = toFileUrl(toCleanText(attributeOf(media, 'src') ?? ''));
  if (src === null) return null;
  const isVideo = media.tagName === 'video';
  const poster = isVideo ? toImageUrl(toCleanText(attributeOf(media, 'poster') ?? '')) : null;
  return createElement(media.tagName, [
    ...toAttributes({
      src,
      controls: '',
      // Without a poster the browser needs the beginning of the file for the first frame.
      preload: isVideo && poster === null ? 'metadata' : 'none',
      poster,
      width: isVideo ? toSize(attributeOf(media, 'width')) : null,
      height: isVideo ? toSize(attributeOf(media, 'height')) : null,
      playsinline: isVideo ? '' : null,
      loop: booleanAttributeOf(media, 'loop'),
      muted: booleanAttributeOf(media, 'muted'),
    }),
    // WordPress generates ids for the players of its shortcodes.
    ...allowedAttributes(media).filter(({ name }) => name !== 'id'),
  ]);
};

const toTrack = (track: HtmlElement): HtmlElement | null => {
  const src = toFileUrl(toCleanText(attributeOf(track, 'src') ?? ''));
  const kind = attributeOf(track, 'kind') ?? 'subtitles';
  if (src === null || !TRACK_KIND.test(kind)) return null;
  const label = withBrand(toCleanText(attributeOf(track, 'label') ?? '')) || null;
  const srclang = /^[a-z]{2,3}(?:-\w+)?$/i.exec(attributeOf(track, 'srclang') ?? '')?.[0] ?? 'en';
  const attributes = { src, kind, label, srclang, default: booleanAttributeOf(track, 'default') };
  return createElement('track', toAttributes(attributes));
};

type Parent = HtmlElement | HtmlFragment;

/** The ancestors of an element that affect its copy. */
type Ancestors = {
  readonly inLink: boolean;
  readonly inHeading: boolean;
  readonly inMedia: boolean;
  /** Within a gallery or a column. */
  readonly isNarrow: boolean;
};

const nameOf = (node: HtmlNode | HtmlElement['parentNode']): string =>
  node !== null && 'tagName' in node ? node.tagName : '';

/** Whether a `li`, `dt` or `dd` has no list as its parent. If the page shows the content in a list item, it would end that item. */
const isStrayItem = (name: string, parent: Parent): boolean => {
  if (name === 'li') return !/^[uo]l$/.test(nameOf(parent));
  if (name !== 'dt' && name !== 'dd') return false;
  const isGroup = nameOf(parent) === 'div' && 'parentNode' in parent && nameOf(parent.parentNode) === 'dl';
  return nameOf(parent) !== 'dl' && !isGroup;
};

/** A copy of an element without its children; null if only its children are kept. */
const toAllowed = (element: HtmlElement, parent: Parent, ancestors: Ancestors): HtmlElement | null => {
  const { tagName } = element;
  const { inLink, inHeading, inMedia, isNarrow } = ancestors;
  if (tagName === 'a') return (inLink ? null : toLink(element)) ?? toLinkTarget(element);
  if (tagName === 'img') return toImage(element, isNarrow);
  // A player is a control, so it cannot be inside of a link.
  if (tagName === 'video' || tagName === 'audio') return inLink || inMedia ? null : toPlayer(element);
  if (tagName === 'track') return inMedia ? toTrack(element) : null;
  if (HEADINGS.has(tagName) && inHeading) return null;
  // The scroll box of an earlier pass, which `addScrollBoxes` will add again.
  if (tagName === 'div' && attributeOf(element, 'class') === SCROLL_CLASS) return null;
  if (REPLACED_BY_DIV.has(tagName) || isStrayItem(tagName, parent))
    return createElement('div', allowedAttributes(element, 'div'));
  if (!BLOCKS.has(tagName) && !INLINE.has(tagName)) return null;
  const attributes = allowedAttributes(element);
  return tagName === 'span' && attributes.length === 0 ? null : createElement(tagName, attributes);
};

/** MathML elements that contain other elements. Annotations are left out. */
const FORMULA = toSet(
  'math mrow mfrac msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd mspace mpadded semantics',
);
/** MathML elements that contain text. */
const FORMULA_TEXT = toSet('mi mn mo mtext');

/**
 * A copy of a formula without attributes except `display`. Text is kept only where MathML allows it, so that serializing and
 * parsing the copy results in the same tree.
 */
const copyFormula = (formula: HtmlElement): HtmlElement | null => {
  const { tagName, childNodes } = formula;
  const isText = FORMULA_TEXT.has(tagName);
  if (!isText && !FORMULA.has(tagName)) return null;
  const isBlock = tagName === 'math' && attributeOf(formula, 'display') === 'block';
  const copy = createMathElement(tagName, toAttributes({ display: isBlock ? 'block' : null }));
  for (const child of childNodes) {
    if (isText && isTextNode(child)) insertText(copy, toCleanText(child.value));
    const inner = !isText && isMathElement(child) ? copyFormula(child) : null;
    if (inner) appendChild(copy, inner);
  }
  return copy;
};

/** Wraps a GIF in a `picture` that shows its first frame to visitors who prefer reduced motion. Other images are returned unchanged. */
const addStill = (image: HtmlElement): HtmlElement => {
  const srcset = toStill(attributeOf(image, 'src') ?? '');
  if (srcset === null) return image;
  const picture = createElement('picture');
  appendChild(picture, createElement('source', toAttributes({ srcset, media: '(prefers-reduced-motion: reduce)' })));
  appendChild(picture, image);
  return picture;
};

/** White space, line breaks, and formatting around nothing else, which an editor leaves behind. An anchor is not blank. */
const isBlank = (node: HtmlNode): boolean => {
  if (isTextNode(node)) return node.value.trim() === '';
  if (!isElementNode(node) || node.tagName === 'br') return isElementNode(node);
  const isFormatting = INLINE.has(node.tagName) && !isImage(node) && attributeOf(node, 'id') === null;
  return isFormatting && node.childNodes.every(isBlank);
};

const append = (parent: Parent, node: HtmlNode): void => {
  if (isTextNode(node)) insertText(parent, node.value);
  else appendChild(parent, node);
};

/**
 * Copies the allowed elements. Serializing and parsing the copy again changes nothing: it has no links inside links, no headings
 * inside headings and no list items outside of lists.
 */
const copyChildren = (from: Parent, to: Parent, ancestors: Ancestors): void => {
  for (const node of from.childNodes) {
    if (isTextNode(node)) insertText(to, toCleanText(node.value));
    const formula = isMathElement(node) && node.tagName === 'math' ? copyFormula(node) : null;
    if (formula && textContentOf(formula).trim() !== '') appendChild(to, formula);
    if (!isHtmlElement(node) || REMOVED.has(node.tagName)) continue;

    const copy = toAllowed(node, to, ancestors);
    if (copy === null) {
      copyChildren(node, to, ancestors);
      continue;
    }
    appendChild(to, isImage(copy) ? addStill(copy) : copy);
    copyChildren(node, copy, {
      inLink: ancestors.inLink || copy.tagName === 'a',
      inHeading: ancestors.inHeading || HEADINGS.has(copy.tagName),
      inMedia: ancestors.inMedia || copy.tagName === 'video' || copy.tagName === 'audio',
      isNarrow: ancestors.isNarrow || hasClass(copy, 'pictures') || hasClass(copy, 'columns'),
    });
    if (copy.tagName === 'a') copy.attrs.push(...toAttributes(toAction(copy)));
    if (!copy.childNodes.every(isBlank)) continue;
    if (copy.tagName === 'a' || REMOVED_IF_EMPTY.has(copy.tagName)) to.childNodes.pop();
    // The white space of an empty link separates the words around it.
    if (copy.tagName === 'a') for (const blank of copy.childNodes) append(to, blank);
  }
};

/** Elements with code and commands, in which a no-break space would be a syntax error once they are copied. */
const VERBATIM = toSet('pre code kbd samp');

/** Replaces `{brand}`, and puts no-break spaces between numbers and their units. */
const replaceInTexts = (parent: Parent, isVerbatim = false): void => {
  for (const node of parent.childNodes) {
    if (isTextNode(node)) node.value = isVerbatim ? withBrand(node.value) : joinUnits(withBrand(node.value));
    if (isElementNode(node)) replaceInTexts(node, isVerbatim || VERBATIM.has(node.tagName));
  }
};

/** The allowed part of HTML as a tree, with `{brand}` replaced; empty if the HTML is too large to parse. */
const toAllowedTree = (html: string): HtmlFragment => {
  const allowed = createDocumentFragment();
  const parsed = parseHtml(html);
  if (parsed === null) {
    const start = html.slice(0, 80);
    warnOnce(
      `large ${start}`,
      { start, length: html.length },
      'skipping HTML with too many or too deeply nested elements',
    );
    return allowed;
  }
  convertBlocks(parsed);
  copyChildren(parsed, allowed, { inLink: false, inHeading: false, inMedia: false, isNarrow: false });
  replaceInTexts(allowed);
  return allowed;
};

/** Collapses white space, and removes soft hyphens and zero-width characters, which would break searches. */
const collapseSpace = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Matches the ids that WordPress generates for footnotes and for the references to them. */
const FOOTNOTE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-link)?$/;

/** A link to a footnote, whose text is a number, as in `payouts<sup><a>1</a></sup>`. */
const isFootnoteReference = (node: HtmlNode | Parent): boolean =>
  'attrs' in node && node.tagName === 'a' && FOOTNOTE_ID.test(attributeOf(node, 'id') ?? '');

const rawText = (node: HtmlNode | Parent): string => {
  if (isTextNode(node)) return node.value;
  if (!('childNodes' in node) || isFootnoteReference(node) || ('attrs' in node && isAddedToCard(node))) return '';
  const inside = node.childNodes.map(rawText).join('');
  return BLOCKS.has(nameOf(node)) ? ` ${inside} ` : inside;
};

/** The text of a tree, with a space between blocks, without the numbers of footnotes and what the site adds to cards. */
const textOf = (node: Parent): string => collapseSpace(rawText(node));

/** Shifts the highest headings to the level `top`, and closes gaps: an `h4` directly below an `h2` becomes an `h3`. */
const shiftHeadings = (headings: readonly HtmlElement[], top: number): void => {
  let levels: number[] = [];
  for (const heading of headings) {
    const level = Number(heading.tagName.slice(1));
    levels = [...levels.filter((above) => above < level), level];
    rename(heading, `h${Math.min(6, levels.length - 1 + top)}`);
  }
};

/** The id for an anchor of an editor. */
const toAnchor = (text: string): string => toContentId(toAnchorSlug(text));

const setAttribute = (element: HtmlElement, name: string, value: string): void => {
  element.attrs = element.attrs.map((attribute) => (attribute.name === name ? { name, value } : attribute));
};

/** Makes the anchors of editors unique ids that the markup of the site does not use. Ids with the prefix are those of an earlier pass. */
const cleanIds = (elements: readonly HtmlElement[], prefix: string): Set<string> => {
  const taken = new Set<string>();
  for (const element of elements) {
    const given = attributeOf(element, 'id');
    if (given === null) continue;
    const id = prefix !== '' && given.startsWith(prefix) ? given : toAnchor(given);
    if (id === '' || taken.has(id)) element.attrs = element.attrs.filter(({ name }) => name !== 'id');
    else setAttribute(element, 'id', id);
    taken.add(id);
  }
  return taken;
};

/** Gives each heading without an anchor the slug of its text as id. */
const assignHeadingIds = (headings: readonly HtmlElement[], prefix: string, taken: Set<string>): void => {
  const repeats = new Map<string, number>();
  for (const heading of headings.filter((candidate) => attributeOf(candidate, 'id') === null)) {
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

/** Leads links to anchors whose id `cleanIds` has changed. */
const relinkAnchors = (elements: readonly HtmlElement[], ids: ReadonlySet<string>): void => {
  for (const link of elements.filter(({ tagName }) => tagName === 'a')) {
    const href = attributeOf(link, 'href') ?? '';
    const target = href.startsWith('#') ? percentDecode(href.slice(1)) : null;
    if (!target || ids.has(target)) continue;
    const anchor = toAnchor(target);
    if (ids.has(anchor)) setAttribute(link, 'href', `#${anchor}`);
  }
};

/** Tables with fewer columns fit on every phone. */
const MIN_COLUMNS_TO_STACK = 3;
/** In characters. Each row repeats the names of the columns, so a long name would multiply the size of the page. */
const MAX_REPEATED_NAME_LENGTH = 100;

const elementsIn = (parent: Parent, ...names: readonly string[]): HtmlElement[] =>
  parent.childNodes.filter(isElementNode).filter(({ tagName }) => names.includes(tagName));

/** The cells of a table's head if it is a single row of header cells; otherwise none. */
const headCellsOf = (table: HtmlElement): readonly HtmlElement[] => {
  const [row, ...others] = elementsIn(table, 'thead').flatMap((head) => elementsIn(head, 'tr'));
  if (row === undefined || others.length > 0 || elementsIn(row, 'td').length > 0) return [];
  return elementsIn(row, 'th');
};

/**
 * Labels every cell with its column, so that phones can show the rows as cards. Tables scroll instead if their head has fewer than
 * three columns or a very long column name, or if they contain spanning cells or other tables.
 */
const labelCells = (table: HtmlElement): void => {
  const names = headCellsOf(table).map(textOf);
  const isSimple = listElements(table).every(
    ({ tagName, attrs }) => tagName !== 'table' && !attrs.some(({ name }) => /^(?:col|row)span$/.test(name)),
  );
  const isRepeatable = names.every((name) => name.length <= MAX_REPEATED_NAME_LENGTH);
  if (names.length < MIN_COLUMNS_TO_STACK || !isRepeatable || !isSimple) return;

  table.attrs.unshift({ name: 'data-stacks', value: '' });
  for (const row of elementsIn(table, 'tbody', 'tfoot').flatMap((part) => elementsIn(part, 'tr'))) {
    for (const [column, cell] of elementsIn(row, 'th', 'td').entries()) {
      cell.attrs.unshift({ name: 'data-label', value: names[column] ?? '' });
    }
  }
};

/** Puts each table into a box that scrolls. Boxes with the same name are numbered, so that screen reader users can tell them apart. */
const addScrollBoxes = (tables: readonly HtmlElement[]): void => {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const parent = table.parentNode;
    const figure = parent && 'attrs' in parent && parent.tagName === 'figure' ? [parent] : [];
    const captions = [table, ...figure].flatMap((box) => elementsIn(box, 'caption', 'figcaption'));
    const name = captions.map(textOf)[0] || 'Table';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const label = toCleanText(count === 1 ? name : `${name} ${count}`);
    // The element itself becomes the box, because inserting a new one would require a search among its siblings.
    const inner = createElement('table', table.attrs);
    for (const child of table.childNodes) appendChild(inner, child);
    rename(table, 'div');
    table.attrs = toAttributes({ class: SCROLL_CLASS, tabindex: '0', role: 'region', 'aria-label': label });
    table.childNodes = [];
    appendChild(table, inner);
  }
};

/** Lets the keyboard scroll code with long lines: Safari focuses no other scrolling box. */
const makeFocusable = (codes: readonly HtmlElement[]): void => {
  for (const code of codes) code.attrs.push({ name: 'tabindex', value: '0' });
};

/** Doubles a line break at the start of `pre`, because the parser of the browser drops the first one. */
const keepLeadingLineBreaks = (elements: readonly HtmlElement[]): void => {
  for (const { tagName, childNodes } of elements) {
    const [first] = childNodes;
    if (tagName === 'pre' && first && isTextNode(first) && first.value.startsWith('\n'))
      first.value = `\n${first.value}`;
  }
};

/**
 * Reduces HTML of the CMS to an allow-list of elements and attributes, without scripts, embedded documents, styles and forms.
 * Links and images are rewritten for this site, headings shifted to `topHeading` and given ids, tables made to stack on phones
 * or to scroll, no-break spaces put between numbers and their units, and `{brand}` replaced. Sanitizing the result again
 * changes nothing. HTML of more than 20,000 elements or 200 levels is skipped with a warning.
 */
export const toSafeHtml = (html: string, { topHeading = 3, idPrefix = '' }: Options = {}): SafeHtml => {
  const tree = toAllowedTree(html);
  const elements = listElements(tree);
  const headings = elements.filter(({ tagName }) => HEADINGS.has(tagName));
  const tables = elements.filter(({ tagName }) => tagName === 'table');
  shiftHeadings(headings, topHeading);
  const ids = cleanIds(elements, idPrefix ?? '');
  if (idPrefix !== null) assignHeadingIds(headings, idPrefix, ids);
  relinkAnchors(elements, ids);
  for (const table of tables) labelCells(table);
  keepLeadingLineBreaks(elements);
  makeFocusable(elements.filter(({ tagName }) => tagName === 'pre'));
  addScrollBoxes(tables);
  return Safe.parse(serialize(tree).trim());
};

/** The headings of sanitized HTML in document order, for a table of contents. Those without text, such as a picture, are left out. */
export const listHeadings = (html: SafeHtml): Heading[] => {
  const tree = parseHtml(html);
  return (tree === null ? [] : listElements(tree)).flatMap((element) => {
    const id = attributeOf(element, 'id');
    if (id === null || !HEADINGS.has(element.tagName)) return [];
    const text = textOf(element);
    return text === '' ? [] : [{ id, text, level: Number(element.tagName.slice(1)) }];
  });
};

/**
 * Sanitized HTML in which links and images have absolute URLs, for feeds.
 *
 * @param pageUrl the absolute URL of the page that shows the HTML.
 */
export const withAbsoluteUrls = (html: SafeHtml, pageUrl: string): string => {
  const tree = parseHtml(html);
  if (tree === null) return html;
  const elements = listElements(tree);
  const toAbsolute = (url: string): string => new URL(url, pageUrl).href;
  for (const attribute of elements.flatMap(({ attrs }) => attrs)) {
    if (/^(?:href|src|poster)$/.test(attribute.name)) attribute.value = toAbsolute(attribute.value);
    // `toSrcSet` writes candidates as `{url} {width}w`, separated by a comma and a space.
    if (attribute.name === 'srcset') attribute.value = attribute.value.replaceAll(/(?<=^|, )\S+/g, toAbsolute);
  }
  keepLeadingLineBreaks(elements);
  return serialize(tree);
};

/** HTML as plain text: without tags, entities decoded once, white space collapsed, `{brand}` replaced. The text is not safe as HTML. */
export const toPlainText = (html: string): string =>
  /[<&]/.test(html) ? textOf(toAllowedTree(html)) : collapseSpace(withBrand(toCleanText(html)));

const containsTag = (text: string): boolean => {
  if (!text.includes('<')) return false;
  const tree = parseHtml(text);
  return tree === null || listElements(tree).some(({ tagName }) => BLOCKS.has(tagName) || INLINE.has(tagName));
};

/**
 * The plain text of a text field. ACF returns the text as the editor entered it (`Tom & Jerry <3`), or as HTML if the field is
 * configured to add paragraphs, so it is parsed as HTML only if it contains a tag.
 */
export const toText = (value: string): string =>
  containsTag(value) ? toPlainText(value) : collapseSpace(withBrand(toCleanText(decodeHTMLStrict(value))));
