import 'server-only';
import { decodeHTMLStrict, decodeXML, escapeAttribute, escapeText } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';
import { env } from '../env.ts';
import { isExternal, toHref, toPictureUrl, toSrcSet } from './links.ts';
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

const BLOCKS = 'p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption hr details summary'.split(
  ' ',
);
const TABLE = 'table caption colgroup col thead tbody tfoot tr th td'.split(' ');
const INLINE =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr';
/** Their text is for machines, for foreign renderers, or belongs to a control that is not there any more. */
const WITHOUT_TEXT =
  'script style svg math iframe object embed applet template noscript noembed noframes plaintext xmp title head textarea select option button label legend datalist audio video canvas';

/** Landmarks and controls of the page are ours; in content they are boxes. */
const BOXES = 'address article aside center fieldset footer form header hgroup main nav section';

/** Content is never wider than its measure. */
const CONTENT_SIZES = '(min-width: 48rem) 44rem, 100vw';
const WHOLE_CLASS = 'whole';
const SCROLL_CLASS = 'table-scroll';
/** Marks a box that goes while what it holds stays. */
const UNWRAP = 'data-unwrap';

const toSize = (text: string | undefined): string | null => (/^[1-9]\d{0,4}$/.test(text ?? '') ? (text ?? null) : null);

const toLink: sanitizeHtml.Transformer = (_name, { href, lang, dir, hreflang }) => {
  const own = toHref(href ?? '');
  if (own === null) return { tagName: 'a', attribs: {} };
  const rel = isExternal(own) ? { rel: 'noopener noreferrer' } : {};
  return { tagName: 'a', attribs: { href: own, ...rel, ...present({ lang, dir, hreflang }) } };
};

const toImage: sanitizeHtml.Transformer = (_name, { src, alt, width, height }) => {
  const own = toPictureUrl(src ?? '');
  const [wide, high] = [toSize(width), toSize(height)];
  if (own === null) return { tagName: 'img', attribs: {} };
  if (wide === null || high === null) {
    // Without both the page would jump while it loads, and there is no cheap way to learn them here.
    warnOnce(`image ${own}`, { image: own }, 'An image of the content has no width and height and is left out.');
    return { tagName: 'img', attribs: {} };
  }
  return {
    tagName: 'img',
    attribs: {
      src: own,
      ...present({ srcset: toSrcSet(own, Number(wide), 'webp') ?? undefined }),
      ...(own.startsWith('/media/') ? { sizes: CONTENT_SIZES } : {}),
      alt: alt ?? '',
      width: wide,
      height: high,
      loading: 'lazy',
      decoding: 'async',
    },
  };
};

const present = (attributes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Our own wrapping of a table, which comes again when HTML is cleaned twice. */
const toBox: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: attribs.class === SCROLL_CLASS ? { [UNWRAP]: 'yes' } : present({ lang: attribs.lang, dir: attribs.dir }),
});

/**
 * What goes after its attributes were judged. Nothing is renamed to a tag outside the allow-list instead: the library
 * (2.17.5) then gives the next element of that depth the wrong closing tag.
 */
const leaveOut = ({ tag, attribs }: sanitizeHtml.IFrame): boolean | 'excludeTag' => {
  if (tag === 'img') return !attribs.src;
  const isHollow = (tag === 'a' && !attribs.href) || (tag === 'span' && !attribs.lang && !attribs.dir);
  return isHollow || attribs[UNWRAP] ? 'excludeTag' : false;
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, ...TABLE, ...INLINE.split(' '), ...BOXES.split(' ')],
  exclusiveFilter: leaveOut,
  nonTextTags: WITHOUT_TEXT.split(' '),
  allowedAttributes: {
    '*': ['lang', 'dir'],
    div: [UNWRAP],
    a: ['href', 'rel', 'hreflang'],
    abbr: ['title'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // Editors nest a few deep; only an attack nests a thousand, and tidying is linear in the depth.
  nestingLimit: 60,
  transformTags: { a: toLink, img: toImage, div: toBox },
};

const BOX_TAG = new RegExp(`(</?)(?:${BOXES.replaceAll(' ', '|')})(?=[ >])`, 'g');

/** The same markup always in the same spelling: from here on every `<` and `>` belongs to a tag of ours. */
const toCanonical = (html: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
  sanitizeHtml(html.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').toWellFormed(), OPTIONS).replace(BOX_TAG, '$1div');

const nameBrand = (html: string): string =>
  html.replace(/<[^<>]*>|\{brand\}/g, (part) =>
    part === '{brand}'
      ? escapeText(env.SITE_NAME)
      : part.replaceAll('{brand}', () => escapeAttribute(env.SITE_NAME).replace(/[<>]/g, '')),
  );

const HOLLOW = /<(p|h[1-6]|a|div|figure|figcaption|blockquote|ul|ol|li|dl)(?: [^<>]*)?>((?:\s|<br \/>)*)<\/\1>/g;

const dropHollow = (html: string): string => {
  const next = html.replace(HOLLOW, (_all, name: string, inside: string) => (name === 'a' ? inside : ''));
  return next === html ? html : dropHollow(next);
};

const MOST_ROUNDS = 8;

/**
 * Cleans until nothing changes: a tag that goes can leave two behind that may not stand inside each other, and then a
 * browser would build something else than was judged. What never comes to rest is shown as text.
 */
const settle = (html: string, rounds = MOST_ROUNDS): string => {
  const next = dropHollow(nameBrand(toCanonical(html)));
  if (next === html) return html;
  return rounds === 0 ? escapeText(textOf(next)) : settle(next, rounds - 1);
};

const shiftHeadings = (html: string, top: number): string => {
  const highest = Math.min(...Array.from(html.matchAll(/<h([1-6])/g), ([, level]) => Number(level)));
  return html.replace(
    /(<\/?h)([1-6])/g,
    (_all, start: string, level: string) => `${start}${Math.min(6, Number(level) - highest + top)}`,
  );
};

const HEADING = /<h([1-6])([^<>]*)>(.*?)<\/h\1>/gs;

const identifyHeadings = (html: string, prefix: string): string => {
  const taken = new Set<string>();
  return html.replace(HEADING, (_all, level: string, attributes: string, inside: string) => {
    const wanted = `${prefix}${toSlug(textOf(inside)) || 'section'}`;
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return `<h${level} id="${id}"${attributes}>${inside}</h${level}>`;
  });
};

const toAttribute = (text: string): string => escapeAttribute(text).replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Each in a box that scrolls. Regions of one name could not be told apart, so the second of a name carries its number. */
const wrapTables = (html: string): string => {
  const taken = new Map<string, number>();
  const opened = html.replace(
    /<table(?: [^<>]*)?>(?:<caption[^<>]*>(.*?)<\/caption>)?/gs,
    (table, caption?: string) => {
      const name = textOf(caption ?? '') || 'Table';
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      const label = toAttribute(count === 1 ? name : `${name} ${count}`);
      return `<div class="${SCROLL_CLASS}" tabindex="0" role="region" aria-label="${label}">${table}`;
    },
  );
  return opened.replaceAll('</table>', '</table></div>');
};

const SIMPLE_TABLE = /<table((?: [^<>]*)?)>((?:(?!<table)[\s\S])*?)<\/table>/g;
const HEAD_ROW =
  /<thead(?: [^<>]*)?>\s*<tr(?: [^<>]*)?>((?:\s*<th(?: [^<>]*)?>(?:(?!<\/?t[dhr])[\s\S])*<\/th>)+)\s*<\/tr>\s*<\/thead>/;
const HEAD_CELL = /<th(?: [^<>]*)?>([\s\S]*?)<\/th>/g;
const TABLE_PART = /<(tr|th|td)((?: [^<>]*)?)>/g;
/** Two columns have room on every phone. */
const FEWEST_STACKED = 3;

/**
 * Gives every cell the name of its column, for a phone to show the rows as cards. Tables whose cells span others, or without
 * a row of names, scroll.
 */
const nameCells = (html: string): string =>
  html.replace(SIMPLE_TABLE, (table, attributes: string, inside: string) => {
    const [head = '', cells = ''] = HEAD_ROW.exec(inside) ?? [];
    const names = Array.from(cells.matchAll(HEAD_CELL), ([, name = '']) => textOf(name));
    if (names.length < FEWEST_STACKED || /(?:col|row)span=/.test(inside)) return table;
    const end = inside.indexOf(head) + head.length;
    let column = 0;
    const rows = inside.slice(end).replace(TABLE_PART, (part, tag: string, own: string) => {
      if (tag === 'tr') column = 0;
      if (tag === 'tr') return part;
      const name = toAttribute(names[column] ?? '');
      column += 1;
      return `<${tag} data-label="${name}"${own}>`;
    });
    return `<table data-stacks=""${attributes}>${inside.slice(0, end)}${rows}</table>`;
  });

const UNBREAKABLE = /<(code|pre|kbd|samp)(?: [^<>]*)?>[\s\S]*?<\/\1>|<[^<>]*>|\b[Ee]-mails?\b/g;

/**
 * No line ends behind the first letter of an e-mail. A box instead of another hyphen: what is copied or searched is as
 * typed.
 */
const keepWhole = (html: string): string =>
  html.replace(UNBREAKABLE, (part) => (part.startsWith('<') ? part : `<span class="${WHOLE_CLASS}">${part}</span>`));

/** White space as one blank; soft hyphens and marks without width go, a search would stumble over them. */
const fold = (text: string) =>
  text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const INLINE_TAG = new RegExp(`</?(?:${INLINE.replace(' br ', ' ').replaceAll(' ', '|')})(?: [^<>]*)?>`, 'g');

/** The words of canonical HTML. */
const textOf = (html: string): string => fold(decodeXML(html.replace(INLINE_TAG, '').replace(/<[^<>]*>/g, ' ')));

/**
 * HTML of the content system, cleaned by an allow-list so that nothing in it can run, frame, style or post, with its
 * links and images rewritten for this site, its headings moved below `topHeading` and given ids, its tables made
 * to stack on phones or to scroll and `{brand}` replaced. Cleaning its own result changes nothing.
 */
export const toSafeHtml = (html: string, { topHeading = 3, idPrefix = '' }: Options = {}): SafeHtml => {
  const tidy = shiftHeadings(settle(html), topHeading).trim();
  return Safe.parse(keepWhole(nameCells(wrapTables(idPrefix === null ? tidy : identifyHeadings(tidy, idPrefix)))));
};

/** The headings of a content in their order, for a table of contents. */
export const listHeadings = (html: SafeHtml): Heading[] =>
  Array.from(html.matchAll(/<h([1-6]) id="([^"]*)"[^<>]*>(.*?)<\/h\1>/gs), ([, level, id = '', inside = '']) => ({
    id,
    text: textOf(inside),
    level: Number(level),
  }));

/** The words of HTML: tags out, entities decoded once, white space folded, `{brand}` replaced. Never set it as HTML. */
export const toPlainText = (html: string): string =>
  textOf(toCanonical(html)).replaceAll('{brand}', () => env.SITE_NAME);

const ANY_TAG = new RegExp(`</?(?:${[...BLOCKS, ...TABLE, ...INLINE.split(' ')].join('|')})(?:\\s[^<>]*)?/?>`, 'i');

/**
 * Text of a plain field, which ACF hands out as it was typed (`Tom & Jerry <3`), unless the field is set to make
 * paragraphs: so it is read as HTML only where it holds a tag.
 */
export const toText = (typed: string): string =>
  ANY_TAG.test(typed) ? toPlainText(typed) : fold(decodeHTMLStrict(typed)).replaceAll('{brand}', () => env.SITE_NAME);
