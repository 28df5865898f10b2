import { describe, expect, test } from 'vitest';
import { PageOpening, splitOpening } from '../../../src/blocks/web-blocks/page-opening.tsx';
import { Blocks } from '../../../src/content/blocks.ts';

const hero = { acf_fc_layout: 'subpages_hero', label: 'News', headline: 'What has changed', text: '', image: false };
const text = { acf_fc_layout: 'text', label: '', headline: 'Headline', html: '<p>Text</p>' };

describe('the opening of a page', () => {
  test('a hero that is the first block is separated from the other blocks', () => {
    const { opening, rest } = splitOpening(Blocks.parse([hero, text, hero]));

    expect(opening?.headline).toBe('What has changed');
    expect(rest.map(({ layout }) => layout)).toEqual(['text', 'subpagesHero']);
  });

  test('a hero that has no headline or is not the first block is not the opening', () => {
    for (const rows of [[{ ...hero, headline: '' }, text], [text, hero], []]) {
      const blocks = Blocks.parse(rows);
      expect(splitOpening(blocks)).toEqual({ opening: null, rest: blocks });
    }
  });

  test('without a page in the CMS the fallback title is shown', () => {
    expect(PageOpening({ page: null, fallbackTitle: 'Solutions' }).props.children.props).toMatchObject({
      headline: 'Solutions',
    });
  });
});
