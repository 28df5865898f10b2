import { decodeHTMLAttribute } from 'entities';

/**
 * A piece of HTML as React writes it. `source` is its text in the document; the tokens of a document, put together, are
 * the document.
 *
 * - `start`, `end`: a tag.
 * - `raw`: a `script` or `style` element with its text, `content`, which is not HTML.
 * - `comment`: `content` is the text between `<!--` and `-->`.
 * - `text`: everything else, such as the doctype.
 */
export type HtmlToken =
  | { readonly kind: 'start' | 'end'; readonly name: string; readonly source: string }
  | { readonly kind: 'raw'; readonly name: string; readonly content: string; readonly source: string }
  | { readonly kind: 'comment'; readonly content: string; readonly source: string }
  | { readonly kind: 'text'; readonly source: string };

type Attributes = Readonly<Record<string, string>>;

export type ListedToken = { readonly source: string; readonly attributes: Attributes };

/** A tag. Values of attributes may contain `>`. */
const TAG = /<(?<end>\/?)(?<name>[a-zA-Z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>/y;
/** React quotes every value. */
const ATTRIBUTE = /\s([^\s=/>]+)(?:="([^"]*)")?/g;
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style']);
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** Whether a `<` at this position may begin a tag or a comment, as far as the text is known. */
const isMarkup = (html: string, start: number): boolean => {
  const [next, ...rest] = html.slice(start + 1, start + COMMENT_START.length);
  return next === undefined || /[a-zA-Z/]/.test(next) || (next === '!' && (rest[0] ?? '-') === '-');
};

/**
 * Reads the tokens of a document that arrives in chunks, which may end anywhere. It follows what React writes, not what
 * a browser would repair.
 */
export const createTokenizer = () => {
  let html = '';
  let position = 0;

  const take = (end: number): string => {
    const source = html.slice(position, end);
    position = end;
    return source;
  };

  const readComment = (): HtmlToken | null => {
    const end = html.indexOf(COMMENT_END, position + COMMENT_START.length);
    if (end === -1) return null;
    const content = html.slice(position + COMMENT_START.length, end);
    return { kind: 'comment', content, source: take(end + COMMENT_END.length) };
  };

  const readTag = (): HtmlToken | null => {
    TAG.lastIndex = position;
    const tag = TAG.exec(html);
    if (!tag?.groups) return null;
    const name = tag.groups.name?.toLowerCase() ?? '';
    if (tag.groups.end) return { kind: 'end', name, source: take(TAG.lastIndex) };
    if (!RAW_TEXT.has(name)) return { kind: 'start', name, source: take(TAG.lastIndex) };
    const contentStart = TAG.lastIndex;
    const contentEnd = html.indexOf(`</${name}>`, contentStart);
    if (contentEnd === -1) return null;
    const content = html.slice(contentStart, contentEnd);
    return { kind: 'raw', name, content, source: take(contentEnd + name.length + 3) };
  };

  const readText = (): HtmlToken | null => {
    let end = html.indexOf('<', position);
    while (end !== -1 && !isMarkup(html, end)) end = html.indexOf('<', end + 1);
    if (end === -1) end = html.length;
    return end > position ? { kind: 'text', source: take(end) } : null;
  };

  const readToken = (): HtmlToken | null => {
    if (html[position] !== '<' || !isMarkup(html, position)) return readText();
    return html.startsWith(COMMENT_START, position) ? readComment() : readTag();
  };

  return {
    /** The tokens that are complete with this chunk. */
    *read(chunk: string): Generator<HtmlToken> {
      html = html.slice(position) + chunk;
      position = 0;
      for (let token = readToken(); token; token = readToken()) yield token;
    },
  };
};

/** The attributes of a start tag, decoded. */
const attributesOf = (source: string): Attributes =>
  Object.fromEntries([...source.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name, decodeHTMLAttribute(value)]));

/** The tokens of a complete text. Only start tags have attributes. */
export const listTokens = (html: string): readonly ListedToken[] =>
  [...createTokenizer().read(html)].map(({ kind, source }) => ({
    source,
    attributes: kind === 'start' ? attributesOf(source) : {},
  }));

/** Whether a token links a style sheet that React manages. The print style sheet is not one of them. */
export const isStyleSheet = ({ attributes }: ListedToken): boolean =>
  attributes.rel === 'stylesheet' && attributes['data-precedence'] !== undefined;
