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
 * The largest tree that is built for one text. A short text can ask for a huge one: every paragraph reopens all formatting
 * elements that were left open before it.
 */
const MAX_ELEMENTS = 20_000;
/** Several steps of the parser and of ours cost as much as an element is deep. */
const MAX_DEPTH = 200;

export const createElement = (tagName: string, attributes: HtmlAttribute[] = []): HtmlElement =>
  defaultTreeAdapter.createElement(tagName, vocabulary.NS.HTML, attributes);

export const isHtmlElement = (node: HtmlNode): node is HtmlElement =>
  isElementNode(node) && node.namespaceURI === vocabulary.NS.HTML;

export const attributeOf = (element: HtmlElement, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

/** All elements below a node in document order. */
export const listElements = (root: HtmlElement | HtmlFragment): HtmlElement[] =>
  root.childNodes.flatMap((child) => (isElementNode(child) ? [child, ...listElements(child)] : []));

/**
 * The tree that a browser builds from this text inside a `div`. Null where it would hold more than 20,000 elements or
 * elements nested more than 200 deep; the work before that is found out is bounded too.
 */
export const parseHtml = (text: string): HtmlFragment | null => {
  let elements = 0;
  let depth = 0;
  const tooLarge = new Error('The tree is too large.');
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw tooLarge;
      return defaultTreeAdapter.createElement(...given);
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
