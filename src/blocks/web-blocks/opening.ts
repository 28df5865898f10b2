import type { Block } from '../../content/blocks.ts';

type Hero = Extract<Block, { layout: 'hero' | 'subpagesHero' }>;

/** A page's hero, where its first block is one that says something, apart from the blocks below it. */
export const splitOpening = (
  blocks: readonly Block[],
): { readonly opening: Hero | null; readonly rest: readonly Block[] } => {
  const [first, ...rest] = blocks;
  const isHero = first?.layout === 'hero' || first?.layout === 'subpagesHero';
  return isHero && first.headline !== '' ? { opening: first, rest } : { opening: null, rest: blocks };
};
