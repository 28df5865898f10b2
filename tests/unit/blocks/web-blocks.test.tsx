import { describe, expect, test } from 'vitest';
import { countBays, WebBlocks } from '../../../src/blocks/web-blocks/web-blocks.tsx';
import { Blocks } from '../../../src/content/blocks.ts';

const blocksOf = (...rows: readonly Record<string, unknown>[]) => Blocks.parse(rows);
const text = (label: string, headline = 'Headline') => ({
  acf_fc_layout: 'text',
  label,
  headline,
  html: '<p>Text</p>',
});
const button = { acf_fc_layout: 'button', label: 'Go', url: '/faq' };

describe('the blocks of a page', () => {
  test('bays are counted over the blocks that carry a label', () => {
    expect(countBays(blocksOf(text('One'), text(''), { acf_fc_layout: 'global_cta' }, text('Two')))).toBe(2);
  });

  test('a block without content takes no bay and makes no band', () => {
    const blocks = blocksOf(
      { acf_fc_layout: 'accordion', label: 'Empty', headline: 'No questions', items: false },
      { acf_fc_layout: 'gallery', label: 'Empty', headline: 'No pictures', images: false },
      { acf_fc_layout: 'text', label: 'Empty', headline: '', html: '' },
      {
        acf_fc_layout: 'cta',
        headline: 'Leads nowhere',
        text: '',
        button_label: 'Go',
        button_url: 'javascript:alert(1)',
      },
    );

    expect(countBays(blocks)).toBe(0);
    expect(WebBlocks({ blocks })).toEqual([]);
  });

  test('neighbouring buttons share one band', () => {
    expect(WebBlocks({ blocks: blocksOf(text('One'), button, button, text('Two'), button) })).toHaveLength(4);
  });
});
