import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocumentLinks } from '../../../../src/framework/render/document-links.ts';
import { createDocument } from '../../../../src/framework/render/html-document.ts';

const rendered = readFileSync(new URL('fixtures/waku-document.html', import.meta.url), 'utf8');

const process = (isHydrated: boolean) => {
  const document = createDocument({ versionPollS: 60, speculationRules: '', isProduction: true, isHydrated });
  const sent = document.push(rendered);
  const { html, payload } = document.end();
  return { html: sent + html, payload };
};

test('the payload, the chunks and the style sheets of a processed document are found', () => {
  const { html, payload } = process(true);
  const links = readDocumentLinks(html);

  expect(links.payloadUrl).toBe(`/payloads/${payload?.version}.txt`);
  expect(links.chunks).toHaveLength(8);
  expect(links.styleSheets).toEqual(['assets/style-B-oMoHNP.css']);
  expect(links.hrefs).toContain('/favicon.ico');
});

test('a document that is not hydrated has no payload and no chunks', () => {
  const { html } = process(false);

  expect(readDocumentLinks(html)).toMatchObject({ payloadUrl: null, chunks: [] });
});

test('URLs are read with their entities decoded', () => {
  const html =
    '<html><head><meta property="og:image" content="/og/a.png?x=1&amp;y=2"></head><a href="/a&amp;b.ics">a</a>';

  expect(readDocumentLinks(html)).toMatchObject({ socialImages: ['/og/a.png?x=1&y=2'], hrefs: ['/a&b.ics'] });
});
