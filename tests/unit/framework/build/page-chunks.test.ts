import { expect, test } from 'vitest';
import { listPageChunks } from '../../../../src/framework/build/page-chunks.ts';

const COMMON = 'assets/react-1.js assets/navigation-2.js';
const SHEET =
  '<link rel="stylesheet" crossorigin="anonymous" href="/assets/style-3.css" data-precedence="importer-resources"/>';
const toDocument = (chunks: string, links = ''): string =>
  `<html lang="en"><head>${SHEET}${links}</head><body><template data-payload="/payloads/a.txt" data-chunks="${chunks}"></template>`;

test('the chunks and style sheets of a page are listed, except for those that most pages load', () => {
  const formSheet =
    '<link rel="stylesheet" href="/assets/form-5.css" data-precedence="client-reference" crossorigin=""/>';
  const documents = new Map([
    ['/', toDocument(`${COMMON} assets/glow-6.js`)],
    ['/contact', toDocument(`assets/contact-4.js ${COMMON}`, formSheet)],
    ['/news', toDocument(COMMON)],
    ['/imprint', toDocument('assets/navigation-2.js')],
  ]);

  expect(listPageChunks(documents)).toEqual({
    '/': ['assets/glow-6.js'],
    '/contact': ['assets/contact-4.js', 'assets/form-5.css'],
  });
});

test('the print style sheet is not listed, and a document may have no chunks', () => {
  const printSheet = '<link rel="stylesheet" href="/assets/print-7.css" media="print"/>';
  const documents = new Map([
    ['/a', toDocument(COMMON, printSheet)],
    ['/b', toDocument(COMMON)],
    ['/404', '<html lang="en"><head></head>'],
  ]);

  expect(listPageChunks(documents)).toEqual({});
});
