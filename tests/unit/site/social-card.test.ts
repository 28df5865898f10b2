import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CARD_HEIGHT, CARD_WIDTH, toSocialCard } from '../../../src/site/social-card.tsx';

const card = { title: 'News', label: 'News', object: { kind: 'sign' } } as const;

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
