import type { Block } from '../../content/blocks.ts';

type Hero = Extract<Block, { layout: 'hero' | 'subpagesHero' }>;

/** Separates the hero from the other blocks, if the first block is a hero with a headline. */
export const splitOpening = (
  blocks: readonly Block[],
): { readonly opening: Hero | null; readonly rest: readonly Block[] } => {
  const [first, ...rest] = blocks;
  const isHero = first?.layout === 'hero' || first?.layout === 'subpagesHero';
  return isHero && first.headline !== '' ? { opening: first, rest } : { opening: null, rest: blocks };
};
