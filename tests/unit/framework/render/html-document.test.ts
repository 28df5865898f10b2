import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { readDocumentLinks } from '../../../../src/framework/render/document-links.ts';
import {
  createDocument,
  type DocumentOptions,
  toPayloadVersion,
} from '../../../../src/framework/render/html-document.ts';

/** A document as Waku 1.0.0-rc.1 rendered it in a build of this site, shortened. */
const rendered = readFileSync(new URL('fixtures/waku-document.html', import.meta.url), 'utf8');
const BOOT = '/assets/index-CF7Q84rF.js';

const options = { isHydrated: true, isProduction: true, versionPollS: 3_600, speculationRules: '{"prerender":[]}' };

/** The document that is sent for one that Waku rendered. */
const process = (source: string, documentOptions: DocumentOptions = options) => {
  const document = createDocument(documentOptions);
  const sent = document.push(source);
  const { html, payload, failures } = document.end();
  return { html: sent + html, payload, failures };
};

const hydrated = process(rendered);
const withoutReact = process(rendered, { ...options, isHydrated: false });

/** The smallest document with one chunk of RSC payload. */
const withChunk = (chunk: string): string =>
  '<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"/></head><body><main>Hi</main>' +
  '<script id="_R_">globalThis.__WAKU_HYDRATE__=true;import("/assets/index-a.js")</script>' +
  `<script>(self.__FLIGHT_DATA||=[]).push(${chunk})</script></body></html>`;

const inlineScriptsOf = (html: string) =>
  parse(html)
    .querySelectorAll('script')
    .filter((script) => !script.getAttribute('src'));

test('the inline payload and the bootstrap script are removed, other inline scripts stay', () => {
  const scripts = inlineScriptsOf(hydrated.html);
  expect(scripts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^try\{var t=localStorage\.theme/),
    options.speculationRules,
  ]);
  expect(scripts[1]?.getAttribute('type')).toBe('speculationrules');
  expect(process(rendered, { ...options, speculationRules: '' }).html).not.toContain('speculationrules');
});

test('the payload is returned as one text with its version, and the document contains the URL of the payload', () => {
  const { text = '', version = '' } = hydrated.payload ?? {};
  expect(text).toMatch(/^4:I\["847a2b1045ef"/);
  expect(text.split('\n')).toContain('6:"Children_UNSTABLE"');
  expect(text.endsWith('\n')).toBe(true);
  expect(version).toBe(createHash('sha256').update(text).digest().subarray(0, 12).toString('base64url'));
  expect(toPayloadVersion(new TextEncoder().encode(text))).toBe(version);
  expect(readDocumentLinks(hydrated.html).payloadUrl).toBe(`/payloads/${version}.txt`);
});

test('chunks are listed instead of preloaded: the entry, React and the runtime first, the others sorted', () => {
  expect(hydrated.html).not.toContain('modulepreload');
  const { chunks, styleSheets } = readDocumentLinks(hydrated.html);
  expect(chunks.slice(0, 3)).toEqual([
    'assets/entry.browser-Cfy62yyz.js',
    'assets/react-D3nhfCv8.js',
    'assets/rolldown-runtime-XKyaHtl9.js',
  ]);
  expect(chunks.slice(3)).toEqual(chunks.slice(3).toSorted());
  expect(chunks).toHaveLength(8);
  expect(chunks).not.toContain(BOOT.slice(1));
  expect(styleSheets).toEqual(['assets/style-B-oMoHNP.css']);
});

test('the boot script is the last element of the head and loads with low priority', () => {
  const last = parse(hydrated.html).querySelector('head')?.lastElementChild;
  expect(last?.getAttribute('src')).toBe(BOOT);
  expect(last?.attributes).toMatchObject({ type: 'module', fetchpriority: 'low' });
});

test('style sheets come directly after the viewport, before preloads; the style sheet for print stays', () => {
  const head = parse(hydrated.html).querySelector('head');
  const names = head?.children.map((element) => element.getAttribute('name') ?? element.getAttribute('rel'));
  expect(names?.slice(0, 4)).toEqual([undefined, 'viewport', 'stylesheet', 'preload']);
  expect(hydrated.html).toContain('<noscript><link rel="stylesheet" href="/assets/print-Dp8j3Ryq.css" media="print"/>');
});

test('the generator is removed', () => {
  expect(rendered).toContain('name="generator"');
  expect(hydrated.html).not.toContain('name="generator"');
  expect(hydrated.html).toContain('<meta name="robots" content="noindex, nofollow"/>');
});

test('the rest of the document is unchanged', () => {
  const bodyOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</footer>'));
  expect(bodyOf(hydrated.html)).toBe(bodyOf(rendered));
});

test('a document that is not hydrated has the boot script, but no payload, chunks or speculation rules', () => {
  expect(withoutReact.payload).toBeNull();
  expect(inlineScriptsOf(withoutReact.html)).toHaveLength(1);
  expect(readDocumentLinks(withoutReact.html)).toMatchObject({ payloadUrl: null, chunks: [] });
  expect(withoutReact.html).toContain('data-poll="3600"');
  expect(parse(withoutReact.html).querySelector('head script[type=module]')?.getAttribute('src')).toBe(BOOT);
});

test('the HTML escapes of Waku in a payload are undone', () => {
  const { payload } = process(withChunk(String.raw`"0:\"<\!-- a --> </\script> \u2028\"\n"`));
  expect(payload?.text).toBe('0:"<!-- a --> </script> \u2028"\n');
});

test('a document whose payload is binary keeps its content, but gets no payload', () => {
  const binary = 'Uint8Array.from(atob("AQID"), m => m.codePointAt(0))';
  const { html, payload } = process(withChunk(binary));

  expect(inlineScriptsOf(html)).toEqual([]);
  expect(html).toContain('<main>Hi</main>');
  expect(payload).toBeNull();
});

test('text that looks like the markup of Waku or React is not edited', () => {
  const text = '<p>&lt;html data-x&gt; &lt;/head&gt;</p><pre>self.__FLIGHT_DATA</pre>';
  const { html } = process(withChunk('"0:[]"').replace('<main>Hi</main>', text));
  expect(html).toContain(text);
});

test('a document without a bootstrap script gets no payload and no boot script', () => {
  const html = '<!DOCTYPE html><html><head><meta name="generator" content="Waku"/></head><body>Hi</body></html>';
  expect(process(html)).toEqual({
    html: '<!DOCTYPE html><html data-poll="3600"><head></head><body>Hi</body></html>',
    payload: null,
    failures: [],
  });
});

const WAITING =
  '<main><!--$?--><template id="B:0"></template><template data-part="prices"></template><p>Not available</p><!--/$--></main>';

test('the head and what stands before a part that waits are sent at once, the URL of the payload at the end', () => {
  const [shell = '', rest = ''] = withChunk('"0:[]"')
    .replace('<main>Hi</main>', WAITING)
    .split(/(?<=\)<\/script>)(?=<script>)/);
  const document = createDocument(options);
  expect(document.push(shell)).toMatch(/<script type="module"[^>]*><\/script><\/head><body><main>$/);
  expect(document.push(`<div hidden id="S:0"><p>Hi</p></div><script>$RC("B:0","S:0")</script>${rest}`)).toBe(
    '<!--$--><p>Hi</p><!--/$--></main>',
  );
  expect(document.end().html).toMatch(
    /^<template id="hydration" data-payload="\/payloads\/[\w-]+\.txt" .*<\/body><\/html>$/,
  );
});

test('a document with a part that failed keeps the fallback of the part, and is never hydrated', () => {
  const { html, payload, failures } = process(withChunk('"0:[]"').replace('<main>Hi</main>', WAITING));
  expect(html).toContain('<p>Not available</p>');
  expect(html).not.toContain('data-payload');
  expect({ payload, failures }).toEqual({ payload: null, failures: [{ part: 'prices', digest: '' }] });
});

test('under the development server the scripts of React and Waku stay, at the end of the body', () => {
  const document = createDocument({ ...options, isProduction: false });
  const html = document.push(rendered) + document.end().html;
  expect(html).toMatch(/<script id="_R_">.*<\/script>(<script>\(self\.__FLIGHT_DATA.*<\/script>)+<\/body><\/html>$/s);
  expect(html).toContain('modulepreload');
});
