import 'server-only';
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
  html as vocabulary,
} from 'parse5';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlFragment = DefaultTreeAdapterTypes.DocumentFragment;
export type HtmlAttribute = HtmlElement['attrs'][number];

export const { appendChild, createDocumentFragment, insertText, isElementNode, isTextNode } = defaultTreeAdapter;

/**
 * Maximum size of a tree. Even a short text can produce a huge tree, because every paragraph reopens all unclosed
 * formatting elements before it.
 */
const MAX_ELEMENTS = 20_000;
/** Limits the cost of steps of the parser and the sanitizer that take longer the deeper an element is. */
const MAX_DEPTH = 200;

export const createElement = (tagName: string, attributes: HtmlAttribute[] = []): HtmlElement =>
  defaultTreeAdapter.createElement(tagName, vocabulary.NS.HTML, attributes);

export const isHtmlElement = (node: HtmlNode): node is HtmlElement =>
  isElementNode(node) && node.namespaceURI === vocabulary.NS.HTML;

export const attributeOf = (element: HtmlElement, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

export const createMathElement = (tagName: string, attributes: HtmlAttribute[] = []): HtmlElement =>
  defaultTreeAdapter.createElement(tagName, vocabulary.NS.MATHML, attributes);

export const isMathElement = (node: HtmlNode): node is HtmlElement =>
  isElementNode(node) && node.namespaceURI === vocabulary.NS.MATHML;

export const hasClass = (element: HtmlElement, name: string): boolean =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).includes(name);

/** The text of a node and its descendants, with its white space. */
export const textContentOf = (node: HtmlNode | HtmlFragment): string => {
  if (isTextNode(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textContentOf).join('') : '';
};

/** Replaces the children of an element. */
export const setChildren = (parent: HtmlElement, children: readonly HtmlNode[]): void => {
  parent.childNodes = [];
  for (const child of children) appendChild(parent, child);
};

export const rename = (element: HtmlElement, tagName: string): void => {
  element.tagName = tagName;
  element.nodeName = tagName;
};

/** All descendant elements in document order. */
export const listElements = (root: HtmlElement | HtmlFragment): HtmlElement[] =>
  root.childNodes.flatMap((child) => (isElementNode(child) ? [child, ...listElements(child)] : []));

/**
 * The tree that a browser would build from this HTML inside a `div`. Null if it exceeds 20,000 elements or a depth of 200;
 * parsing stops as soon as it does.
 */
export const parseHtml = (text: string): HtmlFragment | null => {
  let elements = 0;
  let depth = 0;
  const tooLarge = new Error('The tree is too large.');
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (...args) => {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw tooLarge;
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > MAX_DEPTH) throw tooLarge;
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  try {
    return parseFragment(createElement('div'), text, { treeAdapter });
  } catch (error) {
    if (error === tooLarge) return null;
    throw error;
  }
};
