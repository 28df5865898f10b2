import { Parser } from 'htmlparser2';

type Attribute = { readonly value: string; readonly start: number; readonly end: number };

/** An element of a document. Positions are offsets in the source; `end` is after the last character. */
export type Element = {
  readonly tagName: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly parent: Element | null;
  readonly start: number;
  readonly startTagEnd: number;
  /** Where the end tag begins; for a void element the same as `end`. */
  endTagStart: number;
  end: number;
  /** The text directly in the element, decoded. */
  text: string;
};

/**
 * Every element of a document in document order. Errors in the markup are not repaired, since React writes the
 * documents.
 */
export const listElements = (html: string): readonly Element[] => {
  const elements: Element[] = [];
  let current: Element | null = null;
  let attributes = new Map<string, Attribute>();
  const parser = new Parser({
    onattribute: (name, value) => {
      attributes.set(name, { value, start: parser.startIndex, end: parser.endIndex });
    },
    onopentag: (tagName) => {
      const startTagEnd = parser.endIndex + 1;
      const position = { start: parser.startIndex, startTagEnd, endTagStart: startTagEnd, end: startTagEnd };
      current = { tagName, attributes, parent: current, text: '', ...position };
      elements.push(current);
      attributes = new Map();
    },
    ontext: (text) => {
      if (current) current.text += text;
    },
    onclosetag: () => {
      if (!current) return;
      current.end = parser.endIndex + 1;
      current.endTagStart = Math.max(parser.startIndex, current.startTagEnd);
      current = current.parent;
    },
  });
  parser.end(html);
  return elements;
};

export const attributeOf = (element: Element, name: string): string | null =>
  element.attributes.get(name)?.value ?? null;

/** Whether an element links a style sheet that React manages. The print style sheet is not one of them. */
export const isStyleSheet = (element: Element): boolean =>
  attributeOf(element, 'rel') === 'stylesheet' && attributeOf(element, 'data-precedence') !== null;
