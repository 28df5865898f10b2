import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { postProcessHtml } from '../../../../src/framework/rsc/html-document.ts';

/** A document as Waku renders it, with one chunk of RSC payload. */
const rendered = (chunk: string): string =>
  '<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"/></head><body><main>Hi</main>' +
  '<script id="_R_">globalThis.__WAKU_HYDRATE__=true;import("/assets/index-a.js")</script>' +
  `<script>(self.__FLIGHT_DATA||=[]).push(${chunk})</script></body></html>`;

const scriptsOf = (html: string) => parse(html).querySelectorAll('script');

test('a finished document has no inline script but its speculation rules, and its payload beside it', () => {
  const { html, flight } = postProcessHtml(rendered('"0:[]\\n"'), { speculationRules: '{}' });

  expect(scriptsOf(html).filter((script) => !script.getAttribute('src'))).toHaveLength(1);
  expect(parse(html).querySelector('script[type=speculationrules]')?.text).toBe('{}');
  expect(flight?.payload).toBe('0:[]\n');
});

test('a document whose payload is binary works without React, since the policy allows no script that carries it', () => {
  const binary = 'Uint8Array.from(atob("AQID"), m => m.codePointAt(0))';
  const { html, flight } = postProcessHtml(rendered(binary), { speculationRules: '{}' });

  expect(scriptsOf(html).filter((script) => !script.getAttribute('src'))).toEqual([]);
  expect(html).toContain('<main>Hi</main>');
  expect(flight).toBeUndefined();
});
