import 'server-only';
import { createHash } from 'node:crypto';

const MODULE_PRELOAD = /<link rel="modulepreload" href="\/([^"]+)"[^>]*>/g;
const GENERATOR = '<meta name="generator" content="Waku"/>';
/** React's notes for transitions in a stream, of which a whole document has none; HTML does not know them. */
const TRANSITION_NOTES = / vt-(?:name|update|enter|exit|share)="[\w-]*"(?=[^<>]*>)/g;
const BOOTSTRAP = /<script id="_R_">[\s\S]*?import\("([^"]+)"\)[\s\S]*?<\/script>/;
const FLIGHT = /<script>\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\(("(?:[^"\\]|\\.)*")\)<\/script>/g;
/** What stands before it in the head is a few bytes that everything else depends on. */
const VIEWPORT = /<meta name="viewport"[^>]*>/;
const STYLE_SHEET = /<link rel="stylesheet"[^>]*data-precedence[^>]*>/g;
/** A chunk of the payload that is no UTF-8 text. It holds base64, so no tag ends in it. */
const BINARY_FLIGHT = /<script>\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\(Uint8Array[^<]*<\/script>/g;

/** A document and the payload from which React takes it over in the browser. */
export type Document = {
  readonly html: string;
  /** Absent where the document brings its payload itself. */
  readonly flight?: { readonly version: string; readonly payload: string };
};

/** The text of a JavaScript string literal, with what the writer of the stream escaped for HTML undone. */
const readLiteral = (literal: string): string => {
  const text: unknown = JSON.parse(literal.replaceAll('<\\!--', '<!--').replace(/<\/\\(script)/gi, '</$1'));
  return String(text);
};

/** The version of a payload, in its URL and for the browser to compare (`client/payload.ts`): 12 bytes of its SHA-256. */
export const toPayloadVersion = (payload: string | Uint8Array): string =>
  createHash('sha256').update(payload).digest('base64url').slice(0, 16);

/** The address under which the payload of a document is kept. */
const toFlightPath = (version: string): string => `/flight/${version}.txt`;

type DocumentOptions = {
  /** Whether the document works without React for good. */
  readonly isPlain?: boolean;
  /** How often an open page looks for a new deployment, in seconds. */
  readonly pollS?: number;
  /** The share of page views that are measured, 0 to 1. */
  readonly vitalsRate?: number;
  /** For browsers that can prepare the next page (JSON). Written into the document, since a header would cost a request. */
  readonly speculationRules: string;
};

/** What React itself is made of: it runs while the parts of the page still come, and a browser fetches few files at a time. */
const IS_REACT = /\/(?:react|rolldown-runtime|entry\.browser)-[\w-]+\.js$/;
const reactFirst = (one: string, other: string): number =>
  Number(IS_REACT.test(other)) - Number(IS_REACT.test(one)) || (one < other ? -1 : 1);

/** React writes what it wants fetched ahead before the style sheets, for which alone the first paint waits. */
const withStyleSheetsFirst = (html: string): string => {
  const [head = '', ...body] = html.split('</head>');
  const links = head.match(STYLE_SHEET)?.join('') ?? '';
  const reordered = head.replace(STYLE_SHEET, '').replace(VIEWPORT, (viewport) => viewport + links);
  return [VIEWPORT.test(head) ? reordered : head, ...body].join('</head>');
};

/**
 * The last hand on a document that Waku rendered. The browser shall fetch no client code before the visitor needs it, so
 * the preloads of client chunks go; their names stay, for the boot script to ask for all of them at once when the time
 * comes. Waku writes into a document what React needs to take it over, which is the whole page a second time: that goes
 * too, and the boot script fetches it when the visitor reaches for something.
 */
export const postProcessHtml = (
  rendered: string,
  { isPlain: isAskedPlain = false, pollS = 3_600, vitalsRate = 0, speculationRules }: DocumentOptions,
): Document => {
  const stripped = rendered.replace(MODULE_PRELOAD, '').replace(GENERATOR, '').replace(TRANSITION_NOTES, '');
  const ordered = withStyleSheetsFirst(stripped);
  const html = ordered.replace(BINARY_FLIGHT, '');
  const bootstrap = BOOTSTRAP.exec(html);
  if (!bootstrap) return { html };

  // The payload of a document is kept as text. Without all of it React cannot take the document over.
  const isPlain = isAskedPlain || html.length < ordered.length;
  const payload = [...html.matchAll(FLIGHT)].map(([, literal = '""']) => readLiteral(literal)).join('');
  const version = toPayloadVersion(payload);
  const vitals = vitalsRate > 0 ? ` data-vitals="${vitalsRate}"` : '';
  // What a form was answered with cannot be fetched a second time, and an error page is the same for every address: such a
  // document works as it would without scripts.
  const flight = isPlain ? '' : ` data-flight="${toFlightPath(version)}"`;
  const parts = Array.from(rendered.matchAll(MODULE_PRELOAD), ([, file = '']) => file)
    .filter((file) => `/${file}` !== bootstrap[1])
    .toSorted(reactFirst);
  const needed = isPlain ? '' : ` data-parts="${parts.join(' ')}"`;
  const boot = `<script type="module" fetchpriority="low" src="${bootstrap[1]}"></script>`;
  const rules = isPlain ? '' : `<script type="speculationrules">${speculationRules}</script>`;
  const finished = html
    .replace(FLIGHT, '')
    .replace('<html', `<html data-poll="${pollS}"${vitals}${flight}${needed}`)
    .replace(BOOTSTRAP, () => rules)
    // A module runs after the document wherever it stands; up here it is on its way while the rest still comes.
    .replace('</head>', () => `${boot}</head>`);
  return isPlain ? { html: finished } : { html: finished, flight: { version, payload } };
};
