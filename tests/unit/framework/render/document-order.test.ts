import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createDocumentOrder } from '../../../../src/framework/render/document-order.ts';

type Chunks = readonly string[];

/** What the installed React streams for each document of the fixture, and what it writes when nothing waits. */
const documents: Readonly<Record<string, { readonly streamed: Chunks; readonly whole: Chunks }>> = JSON.parse(
  execFileSync(process.execPath, [fileURLToPath(new URL('fixtures/react-stream.ts', import.meta.url))], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
  }),
);

const decode = (chunks: Chunks): string =>
  Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, 'base64'))).toString();

const streamOf = (name: string): string => decode(documents[name]?.streamed ?? []);

/** The parts of a text, each of so many characters. */
const cut = (text: string, length: number): string[] => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

/** The document in order, by chunk of the stream; the last entry is its end. */
const putInOrder = (chunks: readonly string[]): string[] => {
  const order = createDocumentOrder();
  return [...chunks.map((chunk) => order.push(chunk)), order.end()];
};

const inOrder = (name: string): string => putInOrder([streamOf(name)]).join('');

/** What React writes when nothing waits, without its script and the end tags, which the caller writes. */
const wholeOf = (name: string): string => putInOrder([decode(documents[name]?.whole ?? [])]).join('');

/** Empty comments separate texts. They may stand at the end of a part, where hydration ignores them. */
const withoutSeparators = (html: string): string => html.replaceAll('<!-- -->', '');

const bodyOf = (html: string): string => html.slice(html.indexOf('<main>') + '<main>'.length, html.indexOf('</main>'));

const FAILING = ['failed', 'failed at once', 'failed in a part'];
const COMPLETE = Object.keys(documents).filter((name) => !FAILING.includes(name) && name !== 'styled');

describe('a document with waiting parts', () => {
  test.each(COMPLETE)('%s: is, in order, the document in which nothing waits', (name) => {
    expect(withoutSeparators(inOrder(name))).toBe(withoutSeparators(wholeOf(name)));
  });

  test.each(COMPLETE)('%s: is the same wherever the stream is cut', (name) => {
    const stream = streamOf(name);
    const lengths = stream.length < 5_000 ? [1, 2, 3, 7, 64] : [61, 4_096];
    for (const length of lengths) expect(putInOrder(cut(stream, length)).join('')).toBe(inOrder(name));
  });
});

describe('what leaves at once', () => {
  test('everything before the first part that waits, and each part with what follows it up to the next', () => {
    const [shell = '', fast = '', slow = ''] = streamOf('parts in any order').split(/(?=<div hidden id="S:\d">)/);
    expect(fast).toContain('Fast');

    const [first, second, third, end] = putInOrder([shell, fast, slow]);
    expect(first).toMatch(/<header>Header<\/header><main>$/);
    expect(second).toBe('');
    expect(third).toBe(
      '<!--$--><h2>Slow</h2><!--/$--><hr/><!--$--><h2>Fast</h2><!--/$--></main><footer>Footer</footer>',
    );
    expect(end).toBe('');
  });

  test('a part without the parts in it that still wait', () => {
    const [shell = '', outer = '', inner = ''] = streamOf('nested').split(/(?=<div hidden id="S:\d">)/);
    const [, second, third] = putInOrder([shell, outer, inner]);
    expect(second).toBe('<!--$--><div><div>One</div>');
    expect(third).toMatch(/^<!--\$--><div>Two<\/div><!--\/\$-->Three<\/div>/);
  });

  test('nothing before the shell is complete', () => {
    const [head = '', rest = ''] = streamOf('nested').split(/(?=<script id="_R_">)/);
    expect(putInOrder([head, rest])[0]).toBe('');
  });
});

describe('a part that fails', () => {
  const orderOf = (chunks: readonly string[]) => {
    const order = createDocumentOrder();
    const html = [...chunks.map((chunk) => order.push(chunk)), order.end()].join('');
    return { html, failures: order.failures() };
  };

  test('keeps its fallback, marked as React marks it, and the rest of the document is complete', () => {
    const { html, failures } = orderOf([streamOf('failed')]);
    expect(bodyOf(html)).toBe(
      '<!--$--><p>Good</p><!--/$--><!--$!--><template data-dgst="digest"></template><p>bad is loading</p><!--/$--><p>End</p>',
    );
    expect(failures).toEqual([{ part: 'bad', digest: 'digest' }]);
    expect(html).toMatch(/<footer>Footer<\/footer>$/);
  });

  test('is also named if it fails in the shell or in another part', () => {
    expect(orderOf([streamOf('failed at once')]).failures).toEqual([{ part: 'bad', digest: '' }]);
    expect(orderOf([streamOf('failed in a part')]).failures).toEqual([{ part: 'inner', digest: 'digest' }]);
    expect(bodyOf(inOrder('failed at once'))).toMatch(
      /<!--\$!--><template[^>]*><\/template><p>bad is loading<\/p><!--\/\$-->/,
    );
  });

  test('when the stream is cut off, what still waits has failed and the document ends properly', () => {
    const [shell = '', outer = ''] = streamOf('nested').split(/(?=<div hidden id="S:\d">)/);
    const { html, failures } = orderOf([shell, outer]);
    expect(failures).toEqual([{ part: 'inner', digest: '' }]);
    expect(html).toMatch(/<p>inner is loading<\/p><!--\/\$-->Three<\/div><!--\/\$--><\/main><footer>Footer<\/footer>$/);
    const outermost = orderOf([shell]);
    expect(bodyOf(outermost.html)).toMatch(/^<!--\$!-->.*<p>outer is loading<\/p><!--\/\$-->$/);
  });
});

test('style sheets of a part stand directly before it', () => {
  expect(bodyOf(inOrder('styled'))).toMatch(
    /^<!--\$-->(<link rel="stylesheet" href="\/(late|own)\.css" data-precedence="(late|own)"\/>)+<p>Styled<\/p><!--\/\$-->$/,
  );
});

test('the payload, the bootstrap script and elements for the head are not part of the document', () => {
  const order = createDocumentOrder();
  const payload = (chunk: string): string =>
    `<script>(self.__FLIGHT_DATA||=[]).push(${JSON.stringify(chunk)})</script>`;
  const [shell = '', part = ''] = streamOf('a list').split(/(?=<div hidden id="S:0">)/);
  const late = '<link rel="modulepreload" href="/assets/late.js"/>';
  const html = [shell, payload('1:"a"'), late, part, payload('2:"b"')].map((chunk) => order.push(chunk)).join('');

  expect(withoutSeparators(html)).toBe(withoutSeparators(inOrder('a list')));
  expect(order.payload()).toEqual(['"1:\\"a\\""', '"2:\\"b\\""']);
  expect(order.bootstrap()).toBe('import("/assets/index-a.js")');
  expect(order.lateLinks()).toEqual([late]);
});

test('the installed React writes every notation that the module reads', () => {
  const streams = Object.keys(documents).map((name) => streamOf(name));
  const late = streams.map((stream) => stream.slice(stream.indexOf(' id="_R_"'))).join('');

  for (const script of ['$RC("B:', '$RR("B:', '$RS("S:', '$RX("B:']) expect(late.includes(script), script).toBe(true);
  for (const tag of ['<template id="P:', '<table hidden', '<svg ', '<math ', '<tr ', '<colgroup '])
    expect(late.includes(tag), tag).toBe(true);
});
