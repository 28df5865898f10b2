import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const listBelow = (parent: ParentNode, elements: Element[]): Element[] => {
  for (const child of parent.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    elements.push(child);
    listBelow(child, elements);
  }
  return elements;
};

/** Every element of a document in document order, with its position in the source. */
export const listElements = (html: string): readonly Element[] =>
  listBelow(parse(html, { sourceCodeLocationInfo: true }), []);

export const attributeOf = (element: Element, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

/** The text of an element that has no elements in it, such as a script. */
export const textOf = (element: Element): string =>
  element.childNodes.map((child) => (defaultTreeAdapter.isTextNode(child) ? child.value : '')).join('');
