import 'server-only';
import { createHash } from 'node:crypto';
import type { FrameworkSettings } from '../site-options.ts';
import { attributeOf, type Element, isStyleSheet, listElements } from './html-elements.ts';
import { toStoredPayloadUrl } from './waku-urls.ts';

/** The part of the source from `start` to `end` is replaced by `text`. */
type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** The RSC payload from which React hydrates a document. */
export type RscPayload = { readonly version: string; readonly text: string };

export type ProcessedDocument = {
  readonly html: string;
  /** Null if the document is never hydrated. */
  readonly payload: RscPayload | null;
};

export type DocumentOptions = Pick<FrameworkSettings, 'versionPollS'> & {
  /** False if the document is never hydrated. */
  readonly isHydrated: boolean;
  /** Speculation rules as JSON; inline, because the `Speculation-Rules` header costs another request. Empty: none. */
  readonly speculationRules: string;
};

/** Waku writes the RSC payload into the document as scripts `(self.__FLIGHT_DATA||=[]).push(…)`, one for each chunk. */
const PAYLOAD_SCRIPT_START = '(self.__FLIGHT_DATA||=[]).push(';
/** Waku's bootstrap script imports the browser entry. */
const BOOTSTRAP_ID = '_R_';
const BOOTSTRAP_IMPORT = /import\("(?<url>[^"]+)"\)/;
/**
 * React's placeholder for the content of a Suspense boundary, which an inline script would replace when the content
 * streams in.
 */
const PENDING_BOUNDARY_ID = /^B:/;
/**
 * React's annotations for view transitions of streamed content. They have no effect in a complete document and are not
 * valid HTML.
 */
const TRANSITION_ATTRIBUTE = /^vt-(?:name|update|enter|exit|share)$/;
/** React's chunks are requested first, so that React is evaluated while the chunks of the page are still loading. */
const REACT_CHUNK = /\/(?:react|rolldown-runtime|entry\.browser)-[\w-]+\.js$/;

/** A Suspense boundary was still pending when rendering ended, so its fallback would never be replaced. */
export class IncompleteDocumentError extends Error {}

/**
 * The version of a payload: the first 12 bytes of its SHA-256 as base64url. The URL of the payload contains it, and the
 * browser verifies it (`client/hydration/payload.ts`).
 */
export const toPayloadVersion = (payload: string | Uint8Array): string =>
  createHash('sha256').update(payload).digest('base64url').slice(0, 16);

/**
 * Applies edits to the source, because serializing a tree would change other bytes of the document. Edits must not
 * overlap.
 */
const applyEdits = (html: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(html.slice(position, start), text);
    position = end;
  }
  return pieces.join('') + html.slice(position);
};

const insertion = (at: number | undefined, text: string): Edit[] =>
  at === undefined ? [] : [{ start: at, end: at, text }];

const removal = (elements: readonly Element[]): Edit[] => elements.map(({ start, end }) => ({ start, end, text: '' }));

const removeTransitionAttributes = (elements: readonly Element[]): Edit[] =>
  elements.flatMap(({ attributes }) =>
    [...attributes].flatMap(([name, { start, end }]) =>
      // Also remove the preceding space.
      TRANSITION_ATTRIBUTE.test(name) ? [{ start: start - 1, end, text: '' }] : [],
    ),
  );

/** The elements of a document that are read, moved or removed. */
const findElements = (elements: readonly Element[]) => {
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const [root, head] = [named('html')[0], named('head')[0]];
  const [links, metas, scripts] = [named('link'), named('meta'), named('script')];
  return {
    root,
    head,
    viewport: metas.find((meta) => attributeOf(meta, 'name') === 'viewport'),
    generators: metas.filter((meta) => attributeOf(meta, 'name') === 'generator'),
    modulePreloads: links.filter((link) => attributeOf(link, 'rel') === 'modulepreload'),
    styleSheets: links.filter((link) => link.parent === head && isStyleSheet(link)),
    payloadScripts: scripts.filter(({ text }) => text.startsWith(PAYLOAD_SCRIPT_START)),
    bootstrap: scripts.find((script) => attributeOf(script, 'id') === BOOTSTRAP_ID),
    pendingBoundary: named('template').find((template) => PENDING_BOUNDARY_ID.test(attributeOf(template, 'id') ?? '')),
  };
};

/**
 * Moves the style sheets behind the viewport tag: React writes its preloads before them, although the first paint waits
 * only for style sheets.
 */
const moveStyleSheets = (html: string, viewport: Element | undefined, styleSheets: readonly Element[]): Edit[] => {
  if (!viewport) return [];
  const links = styleSheets.map(({ start, end }) => html.slice(start, end));
  return [...removal(styleSheets), ...insertion(viewport.end, links.join(''))];
};

/**
 * The chunk of the payload in one script; null if the chunk is not UTF-8: then Waku writes it as code instead of a
 * string.
 */
const readPayloadChunk = ({ text }: Element): string | null => {
  const argument = text.slice(PAYLOAD_SCRIPT_START.length, -1);
  if (!argument.startsWith('"')) return null;
  // JSON.parse rejects the escapes `<\!--` and `</\script`.
  const chunk: unknown = JSON.parse(argument.replaceAll('<\\!--', '<!--').replace(/<\/\\(script)/gi, '</$1'));
  return String(chunk);
};

/** Null if a chunk is not UTF-8: payloads are stored as text, and React cannot hydrate from an incomplete one. */
const readPayload = (scripts: readonly Element[]): RscPayload | null => {
  const chunks = scripts.map(readPayloadChunk);
  if (chunks.includes(null)) return null;
  const text = chunks.join('');
  return { version: toPayloadVersion(text), text };
};

const byReactFirst = (one: string, other: string): number =>
  Number(REACT_CHUNK.test(other)) - Number(REACT_CHUNK.test(one)) || (one < other ? -1 : 1);

/** The URLs of the page's chunks, without the leading slash. */
const listChunks = (modulePreloads: readonly Element[], bootUrl: string): string[] =>
  modulePreloads
    .map((link) => attributeOf(link, 'href') ?? '')
    .filter((href) => href !== bootUrl)
    .map((href) => href.replace(/^\//, ''))
    .toSorted(byReactFirst);

/**
 * Post-processes the HTML that Waku rendered, so that React and the client components load on the visitor's first
 * intent:
 *
 * - The preloads of client chunks are removed; `data-chunks` lists them for the boot script.
 * - The inline RSC payload, which repeats the content of the page, is removed; `data-payload` holds its URL.
 * - The boot script moves to the head: a module is deferred wherever it is, and starts to load earlier from there.
 *
 * @throws {IncompleteDocumentError} when a component inside a Suspense boundary suspended or threw.
 */
export const postProcessHtml = (
  html: string,
  { isHydrated, versionPollS, speculationRules }: DocumentOptions,
): ProcessedDocument => {
  const elements = listElements(html);
  const { root, head, viewport, generators, modulePreloads, styleSheets, bootstrap, payloadScripts, pendingBoundary } =
    findElements(elements);
  if (pendingBoundary) {
    throw new IncompleteDocumentError(
      'A Suspense boundary is still pending. Responses are not streamed: await the content in the page.',
    );
  }
  const cleanup = [
    ...removal([...modulePreloads, ...generators, ...payloadScripts]),
    ...removeTransitionAttributes(elements),
    ...moveStyleSheets(html, viewport, styleSheets),
  ];
  const bootUrl = bootstrap && BOOTSTRAP_IMPORT.exec(bootstrap.text)?.groups?.url;
  if (!bootstrap || !bootUrl) return { html: applyEdits(html, cleanup), payload: null };

  const payload = isHydrated ? readPayload(payloadScripts) : null;
  const data = [
    `data-poll="${versionPollS}"`,
    payload && `data-payload="${toStoredPayloadUrl(payload.version)}"`,
    payload && `data-chunks="${listChunks(modulePreloads, bootUrl).join(' ')}"`,
  ].filter(Boolean);
  const rules = payload && speculationRules ? `<script type="speculationrules">${speculationRules}</script>` : '';
  const boot = `<script type="module" fetchpriority="low" src="${bootUrl}"></script>`;
  const edits = [
    ...cleanup,
    ...insertion(root && root.start + '<html'.length, ` ${data.join(' ')}`),
    ...insertion(head?.endTagStart, boot),
    { start: bootstrap.start, end: bootstrap.end, text: rules },
  ];
  return { html: applyEdits(html, edits), payload };
};
