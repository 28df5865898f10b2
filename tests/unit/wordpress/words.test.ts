import { expect, test } from 'vitest';
import { listContentTexts, listPluginTexts, listSourceTexts } from '../../../wordpress/check/visible-texts.ts';
import { findWords } from '../../../wordpress/check/words.ts';

const ROOT = process.cwd();
const find = (text: string) => findWords([{ place: 'page', text }]);

test('the content snapshot contains none of the words to avoid', () => {
  const texts = listContentTexts(ROOT);

  expect(texts.length).toBeGreaterThan(500);
  expect(findWords(texts)).toEqual([]);
});

test('the texts of the site and of the plugin contain none of the words to avoid', () => {
  const texts = [...listSourceTexts(ROOT), ...listPluginTexts(ROOT)];

  expect(texts.length).toBeGreaterThan(500);
  expect(findWords(texts)).toEqual([]);
});

test.each([
  'Whoever came back saw the same version.',
  'Wait for the release of the ad.',
  'It costs 3 per cent.',
  'There is no set-up fee.',
  '60 requests a minute and key',
  '10,000 lines a file',
  'Domains are normalised.',
  'on the next banking day if the 15th is none',
])('finds a word to avoid in "%s"', (text) => {
  expect(find(text)).toHaveLength(1);
});

test.each([
  'RSOC stands for Related Search on Content.',
  '60 requests per key per minute',
  'We advise against it, otherwise you can exercise patience.',
  'There is a setup fee; set up the account.',
  'Trademarks belong to their owners.',
])('finds nothing in "%s"', (text) => {
  expect(find(text)).toEqual([]);
});

test('a finding has the place, an excerpt and what to write instead', () => {
  expect(find('Ask somebody else.')).toEqual([{ place: 'page', excerpt: 'Ask somebody else.', instead: 'someone' }]);
});

test('lists texts in the source files of the site with file and line, but not the paths in imports', () => {
  const texts = listSourceTexts(ROOT);
  const textsOfFile = texts.filter(({ place }) => place.startsWith('src/content/home-texts.ts'));

  expect(textsOfFile).toContainEqual({
    place: expect.stringMatching(/:\d+$/),
    text: 'Point ten names. Compare the statements.',
  });
  expect(texts.filter(({ text }) => text.includes('server-only'))).toEqual([]);
});

test('lists texts of the plugin', () => {
  expect(listPluginTexts(ROOT).map(({ text }) => text)).toContain('A row of names, each with an icon.');
});
