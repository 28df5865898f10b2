import { expect, test } from 'vitest';
import { titleFromPath, toDocumentTitle, toErrorTitle } from '../../../src/site/titles.ts';

const configuration = { name: 'Lotmark', titleSeparator: '|' };

test.each([
  ['/', null],
  ['/about-us', 'About Us'],
  ['/events/port-of-domains', 'Port of Domains'],
  ['/the-rise-and-fall-of-a-feed', 'the Rise and Fall of a Feed'],
  ['/RSOC-for-domains-application', 'RSOC For Domains Application'],
  ['/snake_case_page/', 'Snake Case Page'],
  ['/über-uns', 'Über Uns'],
  ['/%C3%BCber-uns', 'Über Uns'],
  ['/100%-sure', '100% Sure'],
])('the title of %s is derived from its last segment, with small words in lower case', (path, title) => {
  expect(titleFromPath(path)).toBe(title);
});

test('a document title is title, separator and site name, or only the site name if there is no title', () => {
  expect(toDocumentTitle('News', configuration)).toBe('News | Lotmark');
  expect(toDocumentTitle(null, configuration)).toBe('Lotmark');
});

test('the title of an error is its status and message without the site name', () => {
  expect(toErrorTitle(404, 'Page not found: /x?y=1')).toBe('404 - Page not found: /x?y=1');
});
