import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameworkSettings } from '../site-options.ts';
import { createDocumentOrder, type Failure } from './document-order.ts';
import { isStyleSheet, type ListedToken, listTokens } from './html-tokens.ts';
import { toStoredPayloadUrl } from './urls.ts';

/** The RSC payload from which React hydrates a document. */
export type RscPayload = { readonly version: string; readonly text: string };

/** What is known of a document when it has ended. */
export type DocumentEnd = {
  /** The rest of the document. */
  readonly html: string;
  /** Null if the document is never hydrated. */
  readonly payload: RscPayload | null;
  /** The parts that React could not render. */
  readonly failures: readonly Readonly<Failure>[];
};

export type DocumentOptions = Pick<FrameworkSettings, 'versionPollS'> & {
  /** False if the document is never hydrated. */
  readonly isHydrated: boolean;
  /** False under the development server, whose documents contain the scripts of React and Waku. */
  readonly isProduction: boolean;
  /** Speculation rules as JSON; inline, because the `Speculation-Rules` header costs another request. Empty: none. */
  readonly speculationRules: string;
};

/** The bootstrap script of Waku imports the browser entry. */
const BOOTSTRAP_IMPORT = /import\("(?<url>[^"]+)"\)/;
const HEAD_END = '</head>';
const DOCUMENT_END = '</body></html>';
/** React's chunks are requested first, so that React is evaluated while the chunks of the page are still loading. */
const REACT_CHUNK = /\/(?:react|rolldown-runtime|entry\.browser)-[\w-]+\.js$/;

/**
 * The version of a payload: the first 12 bytes of its SHA-256 as base64url. The URL of the payload contains it, and the
 * browser verifies it (`client/hydration/payload.ts`).
 */
export const toPayloadVersion = (payload: string | Uint8Array): string =>
  createHash('sha256').update(payload).digest('base64url').slice(0, 16);

/** The beginning of a row with which React says, in a payload, that a component has thrown. */
const ERROR_ROW = /^[\da-f]+:E\{/m;

/** Whether a component has thrown while an RSC payload was rendered. Text that looks like it counts, too. */
export const hasErrorRow = (payload: string): boolean => ERROR_ROW.test(payload);

const isModulePreload = ({ attributes }: ListedToken): boolean => attributes.rel === 'modulepreload';

const isGenerator = ({ attributes }: ListedToken): boolean => attributes.name === 'generator';

const isViewport = ({ attributes }: ListedToken): boolean => attributes.name === 'viewport';

/**
 * A chunk of the payload from the argument with which Waku hands it over; null if the chunk is not UTF-8: then it is
 * code instead of a string.
 */
const readPayloadChunk = (argument: string): string | null => {
  if (!argument.startsWith('"')) return null;
  // JSON.parse rejects the escapes `<\!--` and `</\script`.
  const chunk: unknown = JSON.parse(argument.replaceAll('<\\!--', '<!--').replace(/<\/\\(script)/gi, '</$1'));
  return String(chunk);
};

/** Null if a chunk is not UTF-8: payloads are stored as text, and React cannot hydrate from an incomplete one. */
const readPayload = (chunkArguments: readonly string[]): RscPayload | null => {
  const chunks = chunkArguments.map(readPayloadChunk);
  if (chunks.includes(null)) return null;
  const text = chunks.join('');
  return { version: toPayloadVersion(text), text };
};

const byReactFirst = (one: string, other: string): number =>
  Number(REACT_CHUNK.test(other)) - Number(REACT_CHUNK.test(one)) || (one < other ? -1 : 1);

/** The URLs of the page's chunks, without the leading slash. */
const listChunks = (modulePreloads: readonly ListedToken[], bootUrl: string): string[] =>
  [...new Set(modulePreloads.map(({ attributes }) => attributes.href ?? ''))]
    .filter((href) => href !== bootUrl)
    .map((href) => href.replace(/^\//, ''))
    .toSorted(byReactFirst);

/** By the URLs of scripts. */
const integrityAttributes = new Map<string, string>();

/**
 * The `integrity` attribute of a script of the build: a browser runs the script only if its hash matches. Empty if there
 * is no such file, as under the development server.
 *
 * @param url the path of the script: `/assets/index-3f2a.js`.
 */
const integrityAttributeOf = (url: string): string => {
  const known = integrityAttributes.get(url);
  if (known !== undefined) return known;
  let attribute = '';
  try {
    const hash = createHash('sha384').update(readFileSync(path.join('dist/public', url)));
    attribute = ` integrity="sha384-${hash.digest('base64')}"`;
  } catch {}
  integrityAttributes.set(url, attribute);
  return attribute;
};

/**
 * The documents that Waku streams, in order (`document-order.ts`) and so that React and the client components load on
 * the visitor's first intent:
 *
 * - The preloads of client chunks are removed; `data-chunks`, at the end of the body, lists them for the boot script.
 * - The inline RSC payload, which repeats the content of the page, is removed; `data-payload`, at the same place, holds its
 *   URL, which is known when all parts have arrived.
 * - The boot script moves to the head: a module is deferred wherever it is, and starts to load earlier from there.
 */
export const createDocument = ({ isHydrated, isProduction, versionPollS, speculationRules }: DocumentOptions) => {
  const order = createDocumentOrder();
  let hasHead = false;
  let preloads: readonly ListedToken[] = [];
  const bootUrl = (): string => BOOTSTRAP_IMPORT.exec(order.bootstrap())?.groups?.url ?? '';

  /**
   * Moves the style sheets behind the viewport tag: React writes its preloads before them, although the first paint waits
   * only for style sheets.
   *
   * @param head everything before the end tag of the head.
   */
  const processHead = (head: string): string => {
    const tokens = listTokens(head);
    preloads = tokens.filter(isModulePreload);
    const styleSheets = tokens.some(isViewport) ? tokens.filter(isStyleSheet) : [];
    const removed = new Set([...preloads, ...styleSheets, ...tokens.filter(isGenerator)]);
    const sources = tokens
      .filter((token) => !removed.has(token))
      .flatMap((token) => [token.source, ...(isViewport(token) ? styleSheets.map(({ source }) => source) : [])]);
    const html = sources.join('').replace('<html', `<html data-poll="${versionPollS}"`);
    const url = bootUrl();
    const integrity = url && integrityAttributeOf(url);
    return html + (url && `<script type="module" fetchpriority="low" src="${url}"${integrity}></script>`);
  };

  const takeHead = (ready: string): string => {
    const headEnd = ready.indexOf(HEAD_END);
    hasHead ||= ready !== '';
    return isProduction && headEnd !== -1 ? processHead(ready.slice(0, headEnd)) + ready.slice(headEnd) : ready;
  };

  /** What the boot script needs, and the rules for browsers that prerender the page of a link. */
  const toHydrationData = ({ version }: RscPayload): string => {
    const late = listTokens(order.lateLinks().join('')).filter(isModulePreload);
    const chunks = listChunks([...preloads, ...late], bootUrl()).join(' ');
    const data = `<template id="hydration" data-payload="${toStoredPayloadUrl(version)}" data-chunks="${chunks}"></template>`;
    return data + (speculationRules && `<script type="speculationrules">${speculationRules}</script>`);
  };

  /** The scripts of React and Waku, at the end of the body: when they run, the document is in order. */
  const toScripts = (): string => {
    const payload = order.payload().map((argument) => `<script>(self.__FLIGHT_DATA||=[]).push(${argument})</script>`);
    return `<script id="_R_">${order.bootstrap()}</script>${payload.join('')}`;
  };

  return {
    /** Takes the next text of Waku's stream. Returns what can be sent of the document, or an empty string. */
    push: (text: string): string => {
      const ready = order.push(text);
      return hasHead ? ready : takeHead(ready);
    },

    /** Ends the document. Parts that have not arrived have failed. */
    end: (): DocumentEnd => {
      const rest = hasHead ? order.end() : takeHead(order.end());
      const canHydrate = isHydrated && bootUrl() !== '' && order.failures().length === 0;
      const payload = isProduction && canHydrate ? readPayload(order.payload()) : null;
      const data = isProduction ? payload && toHydrationData(payload) : toScripts();
      return { html: rest + (data ?? '') + DOCUMENT_END, payload, failures: order.failures() };
    },
  };
};
