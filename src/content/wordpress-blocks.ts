import 'server-only';
import { env } from '../env.ts';
import {
  appendChild,
  attributeOf,
  createElement,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  hasClass,
  insertText,
  isElementNode,
  isHtmlElement,
  listElements,
  rename,
  setChildren,
  textContentOf,
} from './html-tree.ts';
import { isExternal, isPicture, toFileUrl, toHref, toImageUrl } from './links.ts';
import { percentDecode, toSlug } from './slugs.ts';
import { toVideo } from './videos.ts';

type Parent = HtmlElement | HtmlFragment;
type Attributes = Readonly<Record<string, string | null | undefined>>;

/** The classes of elements that the site adds to the links of cards. Their texts are not those of the editor. */
const ADDED_CLASSES = ['source', 'untitled', 'watch'];

/** The classes of converted blocks. `toSafeHtml` removes all other classes. */
export const BLOCK_CLASSES: ReadonlySet<string> = new Set([
  'button',
  'buttons',
  'centered',
  'columns',
  'file',
  'float-end',
  'float-start',
  'link-card',
  'media-text',
  'note',
  'pictures',
  'player',
  'pullquote',
  'social',
  'video',
  ...ADDED_CLASSES,
]);

const element = (tagName: string, attributes: Attributes, ...children: readonly (HtmlNode | string)[]): HtmlElement => {
  const created = createElement(
    tagName,
    Object.entries(attributes).flatMap(([name, value]) => (value ? [{ name, value }] : [])),
  );
  for (const child of children) {
    if (typeof child === 'string') insertText(created, child);
    else appendChild(created, child);
  }
  return created;
};

/** Replaces an element with another one, in place. */
const become = (target: HtmlElement, { tagName, attrs, childNodes }: HtmlElement): void => {
  rename(target, tagName);
  target.attrs = attrs;
  setChildren(target, childNodes);
};

const find = (root: Parent, isWanted: (element: HtmlElement) => boolean): HtmlElement | undefined =>
  listElements(root).find(isWanted);

const childrenOf = (parent: Parent): HtmlElement[] => parent.childNodes.filter(isHtmlElement);

const textOf = (node: HtmlNode | Parent): string => textContentOf(node).replace(/\s+/g, ' ').trim();

/** The ancestors of an element, closest first, up to `root`, which is not included. */
const ancestorsOf = (start: HtmlElement, root?: HtmlElement): HtmlElement[] => {
  const { parentNode } = start;
  if (parentNode === null || parentNode === root || !('attrs' in parentNode)) return [];
  return [parentNode, ...ancestorsOf(parentNode, root)];
};

const styleOf = (target: HtmlElement): string => attributeOf(target, 'style') ?? '';

// Pictures

type Candidate = { readonly url: string; readonly width: number };

/** The candidates with a width in the `srcset` of an image. WordPress lists the original and its smaller copies. */
const candidatesOf = (image: HtmlElement): Candidate[] =>
  (attributeOf(image, 'srcset') ?? '').split(/,\s+/).flatMap((candidate) => {
    const [, url = '', width = ''] = /^(\S+)\s+(\d+)w$/.exec(candidate.trim()) ?? [];
    return url === '' ? [] : [{ url, width: Number(width) }];
  });

/** The URL and the width of the largest copy of an image. */
export const largestOf = (image: HtmlElement): Candidate => {
  const own = { url: attributeOf(image, 'src') ?? '', width: Number(attributeOf(image, 'width')) };
  const largest = candidatesOf(image).reduce(
    (best, candidate) => (candidate.width > best.width ? candidate : best),
    own,
  );
  // A URL of this site is the result of an earlier conversion, which chose the largest copy.
  return own.url.startsWith('/media/') ? { ...own, width: Math.max(own.width, largest.width) } : largest;
};

/** The width, in pixels, that is assumed for originals of unknown size in a gallery. */
const ASSUMED_WIDTH = 800;

/** Replaces the cropped thumbnail of a gallery shortcode with its original, whose file has the same name without the size. */
const useOriginal = (image: HtmlElement): void => {
  const [src, classes] = [attributeOf(image, 'src') ?? '', attributeOf(image, 'class') ?? ''];
  const size = `-${attributeOf(image, 'width')}x${attributeOf(image, 'height')}.`;
  if (!/\battachment-/.test(classes) || /\bsize-full\b/.test(classes) || !src.includes(size)) return;
  image.attrs = image.attrs.filter(({ name }) => name !== 'srcset');
  image.attrs.push({ name: 'srcset', value: `${src.replace(size, '.')} ${ASSUMED_WIDTH}w` });
};

/** The slug of an image's file without the size that WordPress adds: `two` for `/2026/two-300x200.jpg`. */
const fileSlugOf = (url: string): string => {
  const name = percentDecode(url.split('/').at(-1) ?? '') ?? '';
  return toSlug(name.replace(/\.\w+$/, '').replace(/-(?:\d+x\d+|scaled)$/, ''));
};

/** Whether a link leads to the image itself: to its file, or to the page of the attachment, which the site does not have. */
const leadsToImage = (link: HtmlElement, image: HtmlElement): boolean => {
  const href = toHref(attributeOf(link, 'href') ?? '') ?? '';
  if (href === '' || isPicture(href)) return true;
  if (/\battachment\b/.test(attributeOf(link, 'rel') ?? '') || /[?&]attachment_id=/.test(href)) return true;
  const slug = fileSlugOf(attributeOf(image, 'src') ?? '');
  const lastSegment = percentDecode(/^\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#]|$)/.exec(href)?.[1] ?? '') ?? '';
  return slug !== '' && lastSegment.replace(new RegExp(`^${slug}-\\d+$`), slug) === slug;
};

/** An image in a link to its file, which opens in the lightbox; null if the image cannot be shown. */
const toPictureLink = (image: HtmlElement): HtmlElement | null => {
  const href = toImageUrl(largestOf(image).url);
  return href === null ? null : element('a', { href }, image);
};

const isCaption = (target: HtmlElement): boolean =>
  target.tagName === 'figcaption' || hasClass(target, 'gallery-caption') || hasClass(target, 'wp-caption-text');

const toCaption = (caption: HtmlElement | undefined): HtmlElement[] =>
  caption === undefined ? [] : [element('figcaption', {}, ...caption.childNodes)];

const isGalleryItem = (target: HtmlElement): boolean =>
  /^(?:figure|li)$/.test(target.tagName) || hasClass(target, 'gallery-item');

const toGalleryItem = (image: HtmlElement, gallery: HtmlElement): HtmlElement => {
  const ancestors = ancestorsOf(image, gallery);
  const item = ancestors.find(isGalleryItem);
  const caption = item && childrenOf(item).find(isCaption);
  const link = ancestors.find(({ tagName }) => tagName === 'a');
  const href = link && !leadsToImage(link, image) ? attributeOf(link, 'href') : null;
  const picture = href === null ? toPictureLink(image) : element('a', { href }, image);
  return element('li', {}, element('figure', {}, picture ?? image, ...toCaption(caption)));
};

const MAX_COLUMNS = 4;

/** Converts a gallery block (also in the markup of WordPress before 5.9) or the output of the shortcode `[gallery]`. */
const toGallery = (gallery: HtmlElement): void => {
  const images = listElements(gallery).filter(({ tagName }) => tagName === 'img');
  images.forEach(useOriginal);
  const columns = Number(/\b(?:gallery-)?columns-(\d+)/.exec(attributeOf(gallery, 'class') ?? '')?.[1] ?? 3);
  const count = Math.min(columns, images.length, MAX_COLUMNS);
  const caption = childrenOf(gallery).find(isCaption);
  const items = images.map((image) => toGalleryItem(image, gallery));
  const list = element('ul', { class: 'pictures', 'data-columns': String(count) }, ...items);
  become(gallery, element('figure', {}, list, ...toCaption(caption)));
};

/** Turns an image that WordPress would enlarge on click into a link to its file. */
const toEnlargeable = (figure: HtmlElement): void => {
  const image = find(figure, ({ tagName }) => tagName === 'img');
  if (!image || ancestorsOf(image, figure).some(({ tagName }) => tagName === 'a')) return;
  const parent = image.parentNode;
  const link = toPictureLink(image);
  if (link === null || parent === null || !('attrs' in parent)) return;
  setChildren(
    parent,
    parent.childNodes.map((child) => (child === image ? link : child)),
  );
};

/** Leads the link of an image to its file instead of the page of the attachment, which the site does not have. */
const toAttachmentLink = (link: HtmlElement): void => {
  const image = find(link, ({ tagName }) => tagName === 'img');
  const href = image && /\battachment\b/.test(attributeOf(link, 'rel') ?? '') ? toImageUrl(largestOf(image).url) : null;
  if (href) link.attrs = [{ name: 'href', value: href }];
};

/** The `type` of a list for its `list-style-type`. */
const LIST_TYPES: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'lower-roman': 'i',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'upper-roman': 'I',
};

const toNumberedList = (list: HtmlElement): void => {
  const type = LIST_TYPES[/(?:^|;)\s*list-style(?:-type)?:\s*([a-z-]+)/.exec(styleOf(list))?.[1] ?? ''];
  if (type && attributeOf(list, 'type') === null) list.attrs.push({ name: 'type', value: type });
};

/** Unwraps coloured text, for which the block editor writes a `mark` without a background. */
const toHighlight = (mark: HtmlElement): void => {
  if (/background-color:\s*(?:transparent|rgba\(0,\s*0,\s*0,\s*0\))/.test(styleOf(mark))) {
    become(mark, element('span', {}, ...mark.childNodes));
  }
};

/** Unwraps a text that is not bold: Google Docs puts everything that is copied into such an element. */
const toRegularText = (bold: HtmlElement): void => {
  if (/(?:^|;)\s*font-weight:\s*(?:normal|400)/.test(styleOf(bold)))
    become(bold, element('span', {}, ...bold.childNodes));
};

/** Converts an image with a caption from the classic editor: a `div` with paragraphs. */
const toFigure = (box: HtmlElement): void => {
  const caption = childrenOf(box).find(isCaption);
  if (box.tagName === 'figure' || !caption) return;
  const others = box.childNodes.filter((child) => child !== caption);
  become(box, element('figure', { class: attributeOf(box, 'class') }, ...others, ...toCaption(caption)));
};

// Buttons and columns

const toButtons = (box: HtmlElement): void => {
  const links = listElements(box).filter(({ tagName, parentNode }) => {
    const isLink = tagName === 'a' || tagName === 'button';
    return isLink && parentNode !== null && 'attrs' in parentNode && hasClass(parentNode, 'wp-block-button');
  });
  const own = hasClass(box, 'wp-block-button') ? childrenOf(box) : [];
  const buttons = [...links, ...own.filter((child) => !links.includes(child))].map((link) => {
    const wrapper = link.parentNode;
    const isOutline = wrapper !== null && 'attrs' in wrapper && hasClass(wrapper, 'is-style-outline');
    const attributes = { href: attributeOf(link, 'href'), 'data-variant': isOutline ? 'secondary' : null };
    return element(link.tagName === 'a' ? 'a' : 'span', { class: 'button', ...attributes }, ...link.childNodes);
  });
  become(box, element('div', { class: 'buttons' }, ...buttons));
};

/** The widths of columns that the style sheet supports, in percent. */
const WIDTHS = [25, 33, 50, 66, 75] as const;

const toWidth = (percent: number): string =>
  String(WIDTHS.reduce((best, width) => (Math.abs(width - percent) < Math.abs(best - percent) ? width : best)));

/** The nearest of `WIDTHS` for each column; columns without a width share the rest. Null for all if they are equally wide. */
const toWidths = (percentages: readonly (number | null)[]): (string | null)[] => {
  if (percentages.every((width) => width === percentages[0])) return percentages.map(() => null);
  const known = percentages.filter((width) => width !== null);
  const rest =
    Math.max(10, 100 - known.reduce((sum, width) => sum + width, 0)) / (percentages.length - known.length || 1);
  return percentages.map((width) => toWidth(width ?? rest));
};

const isBlank = (node: HtmlNode): boolean => !isElementNode(node) && textContentOf(node).trim() === '';

const setColumns = (box: HtmlElement, name: string, widths: readonly (number | null)[]): void => {
  const columns = childrenOf(box);
  const wanted = toWidths(widths);
  for (const [index, column] of columns.entries()) {
    const width = wanted[index];
    column.attrs = width ? [{ name: 'data-width', value: width }] : [];
  }
  become(box, element('div', { class: name }, ...box.childNodes.filter((child) => !isBlank(child))));
};

const percentIn = (style: string): number | null => {
  const [, percent] = /(?<![\d.])([\d.]+)%/.exec(style) ?? [];
  return percent === undefined ? null : Number(percent);
};

const toColumns = (box: HtmlElement): void => {
  const basisOf = (column: HtmlElement): string => /flex-basis:[^;]*/.exec(styleOf(column))?.[0] ?? '';
  setColumns(
    box,
    'columns',
    childrenOf(box).map((column) => percentIn(basisOf(column))),
  );
};

const toMediaText = (box: HtmlElement): void => {
  const media = percentIn(styleOf(box)) ?? 50;
  setColumns(
    box,
    'columns media-text',
    childrenOf(box).map((column) => (column.tagName === 'figure' ? media : 100 - media)),
  );
};

// Embeds

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);

/** The link text for an embed without a title: host and path of its URL. */
const toTitle = (url: URL): string => `${url.host}${url.pathname}`.replace(/^www\./, '').replace(/\/$/, '');

type Embed = { readonly url: string; readonly title: string; readonly caption?: HtmlElement | undefined };

/** A video as a card that loads nothing from the platform. With scripts, a click on its link loads the player. */
const toVideoCard = ({ url, title, caption }: Embed): HtmlElement | null => {
  const video = toVideo(url);
  if (video === null) return null;
  const { provider } = video;
  const link = element(
    'a',
    { class: 'video', href: video.url },
    title ? element('strong', {}, title) : element('strong', { class: 'untitled' }, `Video on ${provider}`),
    ' ',
    element('span', { class: 'source' }, provider),
    ' ',
    element('span', { class: 'watch' }, `Watch on ${provider}`),
  );
  return element(
    'figure',
    {},
    element('div', { class: 'player' }, link),
    element('p', { class: 'note' }, `When you load the video, ${provider} sees your IP address and may set cookies.`),
    ...toCaption(caption),
  );
};

const toLinkCard = ({ url, title, caption }: Embed): HtmlElement | null => {
  const href = toHref(url);
  const target = URL.parse(url);
  if (href === null || target === null) return null;
  // An item of the own WordPress is shown by the site.
  const shown = isExternal(href) ? target : new URL(href, env.SITE_URL);
  const name = title || toTitle(shown);
  const host = shown.host.replace(/^www\./, '');
  const link = element('a', { href }, element('strong', {}, name), ' ', element('span', { class: 'source' }, host));
  return element('figure', { class: 'link-card' }, link, ...toCaption(caption));
};

/** Whether the site added this element to a card: the name of the platform or host, a default title, or the note. */
export const isAddedToCard = (element: HtmlElement): boolean => {
  if (ADDED_CLASSES.some((name) => hasClass(element, name))) return true;
  const { parentNode } = element;
  const figure = hasClass(element, 'note') && parentNode !== null && 'attrs' in parentNode ? parentNode : null;
  return figure !== null && childrenOf(figure).some((sibling) => hasClass(sibling, 'player'));
};

const toCard = (embed: Embed): HtmlElement | null => toVideoCard(embed) ?? toLinkCard(embed);

/** Converts the embed block: a frame, a quotation with a script or, if the platform did not respond to WordPress, only the URL. */
const toEmbed = (figure: HtmlElement): void => {
  const caption = childrenOf(figure).find(isCaption);
  const frame = find(figure, ({ tagName }) => tagName === 'iframe');
  const wrapper = find(figure, (child) => hasClass(child, 'wp-block-embed__wrapper')) ?? figure;
  const text = textOf(wrapper);
  const link = find(wrapper, ({ tagName }) => tagName === 'a');
  const page = attributeOf(figure, 'data-embed-url') ?? (isUrl(text) ? text : null);
  // A post of another WordPress site is embedded as its linked title above a frame.
  const isPost = find(wrapper, (child) => hasClass(child, 'wp-embedded-content')) !== undefined;
  const title = isPost && link ? textOf(link) : ((frame && attributeOf(frame, 'title')) ?? '');
  const hasText = text !== '' && !isPost && !isUrl(text) && text !== (link && textOf(link));
  const url = page ?? (isPost || !frame ? link && attributeOf(link, 'href') : attributeOf(frame, 'src'));
  if (hasText || !url) return;
  const card = toCard({ url, title, caption });
  if (card) become(figure, card);
};

/** Elements that may contain a `figure`. In all others a card would end the paragraph around it. */
const FLOW = /^(?:div|figure|li|dd|td|th|blockquote|details|section|article|main|aside|header|footer|center|body)$/;

const isInFlow = (target: HtmlElement): boolean => ancestorsOf(target).every(({ tagName }) => FLOW.test(tagName));

const toInlineLink = ({ url, title }: Embed): HtmlElement | null => {
  const target = URL.parse(url);
  return target && element('a', { href: toVideo(url)?.url ?? url }, title || toTitle(target));
};

/** The paragraph whose only content is this element; otherwise the element itself. */
const paragraphAround = (target: HtmlElement): HtmlElement => {
  const { parentNode } = target;
  if (parentNode === null || !('attrs' in parentNode) || parentNode.tagName !== 'p') return target;
  const isAlone = parentNode.childNodes.every(
    (child) => child === target || isBlank(child) || (isElementNode(child) && child.tagName === 'br'),
  );
  return isAlone ? parentNode : target;
};

const replace = (target: HtmlElement, embed: Embed): void => {
  const place = paragraphAround(target);
  const result = isInFlow(place) ? toCard(embed) : toInlineLink(embed);
  if (result) become(place, result);
};

const toFrame = (frame: HtmlElement): void => {
  const src = attributeOf(frame, 'src') ?? '';
  if (isUrl(src.replace(/^\/\//, 'https://')))
    replace(frame, { url: src.replace(/^\/\//, 'https://'), title: attributeOf(frame, 'title') ?? '' });
};

/** Converts a paragraph that is only the URL of a video. WordPress leaves the paragraph unchanged if the platform did not respond. */
const toVideoOfUrl = (paragraph: HtmlElement): void => {
  const text = textOf(paragraph);
  const isBare = listElements(paragraph).every(({ tagName }) => tagName === 'a' || tagName === 'br');
  if (!isBare || !isUrl(text) || !isInFlow(paragraph)) return;
  const card = toVideoCard({ url: text, title: '' });
  if (card) become(paragraph, card);
};

// Media and files

/** Moves the usable source of a media element to its `src` and keeps only its tracks. Without one, it becomes a card or a link. */
const toMedia = (media: HtmlElement): void => {
  const sources = [media, ...childrenOf(media).filter(({ tagName }) => tagName === 'source')].map(
    (source) => attributeOf(source, 'src') ?? '',
  );
  const src = sources.find((source) => toFileUrl(source) !== null);
  if (src === undefined) {
    const url = sources.find(isUrl);
    if (url) replace(media, { url, title: attributeOf(media, 'title') ?? '' });
    return;
  }
  media.attrs = [...media.attrs.filter(({ name }) => name !== 'src'), { name: 'src', value: src }];
  setChildren(
    media,
    childrenOf(media).filter(({ tagName }) => tagName === 'track'),
  );
};

const toFile = (box: HtmlElement): void => {
  const links = listElements(box).filter(({ tagName }) => tagName === 'a');
  const toLink = (link: HtmlElement): HtmlElement => {
    const isButton = hasClass(link, 'wp-block-file__button');
    const attributes = { class: isButton ? 'button' : null, 'data-variant': isButton ? 'secondary' : null };
    return element('a', { href: attributeOf(link, 'href'), ...attributes }, ...link.childNodes);
  };
  become(
    box,
    element(
      'div',
      { class: 'file' },
      ...links.flatMap((link, index) => (index > 0 ? [' ', toLink(link)] : [toLink(link)])),
    ),
  );
};

// Others

const isOpen = (item: HtmlElement): boolean =>
  /"openByDefault":\s*true/.test(attributeOf(item, 'data-wp-context') ?? '') || hasClass(item, 'is-open');

const toDetails = (title: string, isOpenAtFirst: boolean, content: readonly HtmlNode[]): HtmlElement => {
  const details = element('details', {}, element('summary', {}, title), ...content);
  if (isOpenAtFirst) details.attrs = [{ name: 'open', value: '' }];
  return details;
};

const toAccordionItem = (item: HtmlElement): void => {
  const heading = find(item, (child) => hasClass(child, 'wp-block-accordion-heading'));
  const title = heading && find(heading, (child) => hasClass(child, 'wp-block-accordion-heading__toggle-title'));
  const panel = find(item, (child) => hasClass(child, 'wp-block-accordion-panel'));
  if (!heading || !panel) return;
  become(item, toDetails(textOf(title ?? heading), isOpen(item), panel.childNodes));
};

/** Tabs need scripts of WordPress, so they become expandable entries. */
const toTabs = (tabs: HtmlElement): void => {
  const list = find(tabs, (child) => hasClass(child, 'wp-block-tab-list'));
  const names = (list ? listElements(list) : []).filter(({ tagName }) => tagName === 'button').map(textOf);
  const panels = listElements(tabs).filter((child) => hasClass(child, 'wp-block-tab-panel'));
  if (panels.length === 0) return;
  const entries = panels.map((panel, index) =>
    toDetails(names[index] || `Tab ${index + 1}`, index === 0, panel.childNodes),
  );
  become(tabs, element('div', {}, ...entries));
};

/** Reduces a track of a playlist, which is a button that needs scripts of WordPress, to its title and artist. */
const toPlaylistTrack = (track: HtmlElement): void => {
  const texts = listElements(track).filter((child) => /__(?:title|artist)$/.test(attributeOf(child, 'class') ?? ''));
  become(track, element('li', {}, texts.map(textOf).join(', ')));
};

const toSocialLinks = (list: HtmlElement): void => {
  const items = childrenOf(list).flatMap((item) => {
    const link = find(item, ({ tagName }) => tagName === 'a');
    return link ? [element('li', {}, element('a', { href: attributeOf(link, 'href') }, textOf(link)))] : [];
  });
  become(list, element('ul', { class: 'social' }, ...items));
};

const toPullquote = (figure: HtmlElement): void => {
  figure.attrs = [{ name: 'class', value: 'pullquote' }];
};

/** Converters by the class of a block, in the order in which they are tried. */
const BY_CLASS: readonly (readonly [string, (block: HtmlElement) => void])[] = [
  ['wp-block-gallery', toGallery],
  ['wp-block-buttons', toButtons],
  ['wp-block-button', toButtons],
  ['wp-block-columns', toColumns],
  ['wp-block-media-text', toMediaText],
  ['wp-block-embed', toEmbed],
  ['wp-block-file', toFile],
  ['wp-block-accordion-item', toAccordionItem],
  ['wp-block-tabs', toTabs],
  ['wp-block-playlist-track', toPlaylistTrack],
  ['wp-block-social-links', toSocialLinks],
  ['wp-block-pullquote', toPullquote],
  ['wp-lightbox-container', toEnlargeable],
  ['wp-caption', toFigure],
];

const isShortcodeGallery = (box: HtmlElement): boolean =>
  BOX.test(box.tagName) && hasClass(box, 'gallery') && /\bgallery-columns-/.test(attributeOf(box, 'class') ?? '');

const BY_TAG: Readonly<Record<string, (element: HtmlElement) => void>> = {
  a: toAttachmentLink,
  audio: toMedia,
  b: toRegularText,
  iframe: toFrame,
  mark: toHighlight,
  ol: toNumberedList,
  p: toVideoOfUrl,
  video: toMedia,
};

/** Alignment classes of WordPress and the corresponding classes of the site, in the order in which they are tried. */
const ALIGNMENTS: readonly (readonly [string, string])[] = [
  ['alignleft', 'float-start'],
  ['alignright', 'float-end'],
  ['has-text-align-center', 'centered'],
  ['aligncenter', 'centered'],
];

/** The elements that WordPress uses for the blocks in `BY_CLASS`. In place of any other element the result could be invalid HTML. */
const BOX = /^(?:div|figure|ul|li)$/;

const convert = (block: HtmlElement): void => {
  const alignment = ALIGNMENTS.find(([name]) => hasClass(block, name))?.[1];
  const converter =
    (BOX.test(block.tagName) ? BY_CLASS.find(([name]) => hasClass(block, name))?.[1] : undefined) ??
    (isShortcodeGallery(block) ? toGallery : BY_TAG[block.tagName]);
  converter?.(block);
  if (alignment) {
    const classes = [...BLOCK_CLASSES].filter((name) => hasClass(block, name));
    block.attrs = block.attrs.filter(({ name }) => name !== 'class');
    block.attrs.push({ name: 'class', value: [...classes, alignment].join(' ') });
  }
};

/**
 * Converts the blocks of WordPress in a parsed tree, in place, to markup that `toSafeHtml` allows and the site styles: galleries,
 * buttons, columns, embeds, media, files and blocks that need scripts of WordPress. It does not sanitize; `toSafeHtml` does that
 * afterwards. Converting the result again changes nothing.
 */
export const convertBlocks = (parent: Parent): void => {
  for (const child of [...parent.childNodes]) {
    if (!isHtmlElement(child)) continue;
    convert(child);
    convertBlocks(child);
  }
};
