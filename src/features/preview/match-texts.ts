import type { EditableText } from '../../content/editable-texts.ts';

/** The part of the DOM that `matchTexts` reads. */
type TextNode = { readonly nodeType: number; readonly textContent: string | null };
type Tree<Element> = TextNode & {
  readonly tagName: string;
  readonly childNodes: Iterable<TextNode>;
  readonly children: Iterable<Element>;
  readonly getAttribute: (name: string) => string | null | undefined;
};

/** A field in which the text of an element is edited; its label is in the words of WordPress's screens. */
export type Target = { readonly url: string; readonly label: string };

const TEXT_NODE = 3;
/** Characters of a text by which WordPress finds its block. */
const SNIPPET = 80;
const BODY_BLOCK = /^(?:BLOCKQUOTE|DD|DT|FIGCAPTION|H[2-6]|LI|P|PRE|TD|TH)$/;

/** Letters and digits: the site changes the spaces and adds quotation marks. */
const toKey = (text: string | null): string => (text ?? '').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const ownKey = <Element extends Tree<Element>>({ childNodes }: Element): string =>
  toKey([...childNodes].map((node) => (node.nodeType === TEXT_NODE ? node.textContent : '')).join(''));

/** The elements below a container in document order, without those of a container inside it. */
const listElements = <Element extends Tree<Element>>(container: Element): Element[] =>
  [...container.children].flatMap((child) =>
    typeof child.getAttribute('data-edit') === 'string' ? [] : [child, ...listElements(child)],
  );

const toImageName = (source: string): string => decodeURIComponent(/([^/?]*?)(?:\.\w+)*$/.exec(source)?.[1] ?? '');

/** The field with a text by which the plugin finds a block of core, which has no field of its own. */
const withSnippet = ({ url, label }: EditableText, text: string): Target => {
  const target = new URL(url);
  target.searchParams.set('site_text', text.trim().slice(0, SNIPPET));
  return { url: target.href, label };
};

const toTarget = (text: EditableText): Target => (text.kind === 'text' ? text : withSnippet(text, text.text));

/** The texts of which a line like `Hall 2, Lisbon, Portugal` consists; null if it has other words. */
const splitLine = (key: string, texts: readonly EditableText[]): readonly EditableText[] | null => {
  if (key === '') return [];
  for (const text of texts) {
    const first = toKey(text.text);
    if (first === '' || !key.startsWith(first)) continue;
    const others = texts.filter((other) => other !== text);
    const rest = splitLine(key.slice(first.length), others);
    if (rest) return [text, ...rest];
  }
  return null;
};

/** The first field of a line that shows several, with the labels of all. */
const toLineTarget = (key: string, texts: readonly EditableText[]): Target | null => {
  const line = splitLine(key, texts) ?? [];
  const [first] = line;
  return first ? { url: first.url, label: line.map(({ label }) => label).join(', ') } : null;
};

/**
 * Finds the elements that show the texts of a container. The innermost element with exactly the words of a text shows it. If several
 * texts have the same words, the first element shows the first of them, and so on. Dates are found by their order, because the site
 * formats them.
 */
export const matchTexts = <Element extends Tree<Element>>(
  container: Element,
  texts: readonly EditableText[],
): ReadonlyMap<Element, Target> => {
  const queues = new Map<string, EditableText[]>();
  for (const text of texts) {
    if (text.kind === 'image' || text.kind === 'links' || text.kind === 'date') continue;
    const key = toKey(text.text);
    queues.set(key, [...(queues.get(key) ?? []), text]);
  }
  const take = (key: string): EditableText | undefined => {
    const queue = key === '' ? undefined : queues.get(key);
    return queue && queue.length > 1 ? queue.shift() : queue?.[0];
  };
  const images = texts.filter(({ kind }) => kind === 'image');
  const body = texts.find(({ kind }) => kind === 'body');
  const bodyKey = toKey(body?.text ?? '');
  const links = texts.find(({ kind }) => kind === 'links');
  const words = texts.filter(({ kind }) => kind === 'text');
  const dates = texts.filter(({ kind }) => kind === 'date');
  /** The moments that the page shows, in document order. */
  const moments: string[] = [];
  const toDate = (element: Element): EditableText | undefined => {
    const moment = element.tagName === 'TIME' ? element.getAttribute('datetime') : null;
    if (!moment) return undefined;
    if (!moments.includes(moment)) moments.push(moment);
    return dates[moments.indexOf(moment)];
  };
  const found = new Map<Element, Target>();

  for (const element of [container, ...listElements(container)]) {
    if (element.tagName === 'IMG') {
      const name = toImageName(element.getAttribute('src') ?? '');
      const image = images.find(({ text }) => name.startsWith(text));
      if (image) found.set(element, { url: image.url, label: image.label });
      else if (body && name !== '') found.set(element, withSnippet(body, name));
      continue;
    }
    const key = toKey(element.textContent);
    const isInnermost = [...element.children].every((child) => toKey(child.textContent) !== key);
    const text = (isInnermost ? take(key) : undefined) ?? take(ownKey(element));
    const isLine = [...element.children].length === 0;
    const other = toDate(element) ?? (isLine && toLineTarget(key, words));
    if (text && text.kind !== 'body') found.set(element, toTarget(text));
    else if (other) found.set(element, { url: other.url, label: other.label });
    else if (links && element.tagName === 'A') found.set(element, toTarget(links));
    else if (body && BODY_BLOCK.test(element.tagName) && key !== '' && bodyKey.includes(key))
      found.set(element, withSnippet(body, element.textContent ?? ''));
  }
  return found;
};
