import 'server-only';
import { createHash } from 'node:crypto';

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;
const GENERATOR = '<meta name="generator" content="Waku"/>';
/** React's notes for transitions in a stream, of which a whole document has none; HTML does not know them. */
const TRANSITION_NOTES = / vt-(?:name|update|enter|exit|share)="[\w-]*"(?=[^<>]*>)/g;
const BOOTSTRAP = /<script id="_R_">[\s\S]*?import\("([^"]+)"\)[\s\S]*?<\/script>/;
const FLIGHT = /<script>\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\(("(?:[^"\\]|\\.)*")\)<\/script>/g;
const BINARY_FLIGHT = /<script>\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\(Uint8Array/;

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

/** The address under which the payload of a document is kept. */
export const toFlightPath = (version: string): string => `/flight/${version}.txt`;

/**
 * The last hand on a document that Waku rendered. The browser shall fetch no client code before the visitor needs it, so
 * the preloads of client chunks go. Waku writes into a document what React needs to take it over, which is the whole page
 * a second time: that goes too, and the boot script fetches it when the visitor reaches for something.
 */
export const finishDocument = (
  rendered: string,
  {
    isPlain = false,
    pollS = 3_600,
    vitalsRate = 0,
  }: { readonly isPlain?: boolean; readonly pollS?: number; readonly vitalsRate?: number } = {},
): Document => {
  const html = rendered.replace(MODULE_PRELOAD, '').replace(GENERATOR, '').replace(TRANSITION_NOTES, '');
  const bootstrap = BOOTSTRAP.exec(html);
  if (!bootstrap || BINARY_FLIGHT.test(html)) return { html };

  const vitals = vitalsRate > 0 ? ` data-vitals="${vitalsRate}"` : '';
  const payload = [...html.matchAll(FLIGHT)].map(([, literal = '""']) => readLiteral(literal)).join('');
  // What a form was answered with cannot be fetched a second time, and an error page is the same for every address: such a
  // document works as it would without scripts.
  if (isPlain) {
    const boot = `<script type="module" src="${bootstrap[1]}" data-poll="${pollS}"${vitals}></script>`;
    return { html: html.replace(FLIGHT, '').replace(BOOTSTRAP, () => boot) };
  }

  const version = createHash('sha256').update(payload).digest('base64url').slice(0, 16);
  const boot = `<script type="module" src="${bootstrap[1]}" data-poll="${pollS}"${vitals} data-flight="${toFlightPath(version)}"></script>`;
  return { html: html.replace(FLIGHT, '').replace(BOOTSTRAP, () => boot), flight: { version, payload } };
};
