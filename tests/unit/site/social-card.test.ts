import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CARD_HEIGHT, CARD_WIDTH, toSocialCard } from '../../../src/site/social-card.tsx';

const card = { title: 'News', label: 'News', picture: null } as const;

test('a card has the size that social networks show', async () => {
  expect(await sharp(await toSocialCard(card)).metadata()).toMatchObject({ width: CARD_WIDTH, height: CARD_HEIGHT });
});

test('a label that repeats the title is omitted', async () => {
  const [repeated, without, other] = await Promise.all(
    ['NEWS', '', 'Payouts'].map(async (label) => toSocialCard({ ...card, label })),
  );

  expect(repeated?.equals(without ?? Buffer.of())).toBe(true);
  expect(other?.equals(without ?? Buffer.of())).toBe(false);
});

test.each([
  ['Ł', 'Č'],
  ['Ж', 'Ф'],
])('%s and %s are drawn, each by its own glyph', async (one, other) => {
  const [first, second] = await Promise.all([one, other].map((title) => toSocialCard({ ...card, title, label: '' })));

  expect(first?.equals(second ?? Buffer.of())).toBe(false);
});

test.each([
  ['News 🎉 日本', 'News'],
  ['News → ≥ ❤️', 'News'],
  ['News 👩‍💻 5️⃣', 'News 5'],
  ['Do\u00ADmains', 'Domains'],
  ['non‑breaking', 'non-breaking'],
  ['日本', ''],
])('without letters and signs that have no font, %j is %j', async (given, drawn) => {
  const [first, second, other] = await Promise.all(
    [given, drawn, `${drawn}.`].map((title) => toSocialCard({ ...card, title, label: '' })),
  );

  expect(first?.equals(second ?? Buffer.of())).toBe(true);
  expect(first?.equals(other ?? Buffer.of())).toBe(false);
});

const SENTENCE = 'What owners of large portfolios earn in the first quarter, and why some of their domains earn less.';

/** The pixels below the title, as grey values. */
const readMargin = async (title: string, label: string): Promise<Buffer> => {
  const png = await toSocialCard({ ...card, title, label });
  return sharp(png).extract({ left: 0, top: 548, width: 600, height: 82 }).greyscale().raw().toBuffer();
};

test.each([
  ['sentences', SENTENCE],
  ['long words', 'Telecommunications infrastructure misrepresentation notwithstanding, '],
  ['Cyrillic capitals', 'СКОЛЬКО ЗАРАБАТЫВАЮТ ВЛАДЕЛЬЦЫ КРУПНЫХ ПОРТФЕЛЕЙ В ПЕРВОМ КВАРТАЛЕ ГОДА. '],
])('a long title and label of %s fit above the margin', async (_, text) => {
  const [long, short] = await Promise.all([readMargin(text.repeat(10), text.repeat(9)), readMargin('Short', '')]);
  const isDifferent = (value: number, index: number): boolean => Math.abs(value - (short[index] ?? 0)) > 40;

  expect(long.filter(isDifferent)).toHaveLength(0);
});

test('a long title is shortened after a word', async () => {
  const titles = ['word '.repeat(50), `${'word '.repeat(27)}word…`];
  const [long, short] = await Promise.all(titles.map((title) => toSocialCard({ ...card, title })));

  expect(long?.equals(short ?? Buffer.of())).toBe(true);
});
