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
  'It costs 3 per cent.',
  'There is no set-up fee.',
  '60 requests a minute and key',
  'on the next banking day if the 15th is none',
])('finds a word to avoid in "%s"', (text) => {
  expect(find(text)).toHaveLength(1);
});

test.each([
  'RSOC stands for Related Search on Content.',
  '60 requests per key per minute',
  'We advise against it, otherwise you can exercise patience.',
  'There is a setup fee; set up the account.',
])('finds nothing in "%s"', (text) => {
  expect(find(text)).toEqual([]);
});

test('a finding has the place, an excerpt and what to write instead', () => {
  expect(find('Ask somebody else.')).toEqual([{ place: 'page', excerpt: 'Ask somebody else.', instead: 'someone' }]);
});
