import { type HTMLElement, parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import type { EditableText } from '../../../../src/content/editable-texts.ts';
import { matchTexts } from '../../../../src/features/preview/match-texts.ts';

const text = (label: string, content: string, kind: EditableText['kind'] = 'text'): EditableText => ({
  url: `https://cms.example/wp-admin/post.php?post=1&site_edit=${label}`,
  label,
  kind,
  text: content,
});

const parseContainer = (html: string): HTMLElement => {
  const container = parse(`<section>${html}</section>`).querySelector('section');
  if (container === null) throw new Error('no section');
  return container;
};

/** The marked elements: tag name and text, or the source of an image, with the label. */
const labelsIn = (html: string, texts: readonly EditableText[]) =>
  [...matchTexts(parseContainer(html), texts)].map(([element, { label }]) => [
    element.tagName === 'IMG' ? element.getAttribute('src') : `${element.tagName} ${element.textContent}`,
    label,
  ]);

test('the innermost element with the words of a text is marked, whatever its spaces and quotation marks', () => {
  const html = '<header><h2><span>2\u00a0days</span></h2></header><blockquote>“Good.”</blockquote><p>Other</p>';

  expect(labelsIn(html, [text('headline', '2 days'), text('quote', 'Good.')])).toEqual([
    ['SPAN 2\u00a0days', 'headline'],
    ['BLOCKQUOTE “Good.”', 'quote'],
  ]);
});

test('the own words of an element are found beside those of other elements', () => {
  expect(
    labelsIn('<p><b>P1</b>Feeds</p><dd>Hall 2<span>Lisbon</span></dd>', [
      text('label', 'Feeds'),
      text('venue', 'Hall 2'),
    ]),
  ).toEqual([
    ['P P1Feeds', 'label'],
    ['DD Hall 2Lisbon', 'venue'],
  ]);
});

test('of several texts with the same words, the first element shows the first', () => {
  expect(labelsIn('<a>More</a><a>More</a>', [text('first', 'More'), text('second', 'More')])).toEqual([
    ['A More', 'first'],
    ['A More', 'second'],
  ]);
});

test('a line of several texts leads to the first of them and names all', () => {
  const texts = [text('venue', 'Hall 2'), text('city', 'Lisbon'), text('country', 'Portugal')];

  expect(labelsIn('<p>Hall 2, Lisbon, Portugal</p><p>Lisbon</p><p>From Lisbon, Portugal</p>', texts)).toEqual([
    ['P Hall 2, Lisbon, Portugal', 'venue, city, country'],
    ['P Lisbon', 'city'],
  ]);
  expect(labelsIn('<p>Lisbon, Portugal</p>', texts.toReversed())).toEqual([['P Lisbon, Portugal', 'city, country']]);
});

test('dates lead to their fields by their order, however the site formats them', () => {
  const start = '2026-11-24T08:00:00Z';
  const html = `<time datetime="${start}">24 to 26 November</time><dd><time datetime="${start}">9:00</time></dd>
    <dd><time datetime="2026-11-26T16:00:00Z">17:00</time></dd>`;
  const texts = [text('starts', '2026-11-24 09:00:00', 'date'), text('ends', '2026-11-26 17:00:00', 'date')];

  expect(labelsIn(html, texts)).toEqual([
    ['TIME 24 to 26 November', 'starts'],
    ['TIME 9:00', 'starts'],
    ['TIME 17:00', 'ends'],
  ]);
  expect(labelsIn('<time datetime="2026-01-01">1 January</time>', [])).toEqual([]);
});

test('the texts of a container inside the container are not claimed', () => {
  expect(labelsIn('<div data-edit="[]"><p>More</p></div>', [text('first', 'More')])).toEqual([]);
});

test('pictures are found by their file, and links without a field lead to the menus', () => {
  const html = '<img src="/media/960/2026/booth.jpg.webp"><a>FAQ</a>';
  const texts = [text('picture', 'booth', 'image'), text('copy', '', 'links')];

  expect(labelsIn(html, texts)).toEqual([
    ['/media/960/2026/booth.jpg.webp', 'picture'],
    ['A FAQ', 'copy'],
  ]);
});

test('each paragraph and picture of an article leads to its own block', () => {
  const html = '<h2>One</h2><p>Two and three.</p><p>Not in the text</p><img src="/media/640/map.png.avif">';
  const targets = matchTexts(parseContainer(html), [text('content', 'One Two and three.', 'body')]);

  expect([...targets.values()].map(({ url }) => new URL(url).searchParams.get('site_text'))).toEqual([
    'One',
    'Two and three.',
    'map',
  ]);
});
