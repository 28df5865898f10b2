import type { ReactNode } from 'react';
import type { Block } from '../../content/blocks.ts';
import type { RoadDrawingName } from '../subpages-hero/road-drawing.tsx';

export type BlockByLayout = { readonly [Known in Block as Known['layout']]: Known };
export type Layout = keyof BlockByLayout;

/** The position of a block on its page. */
export type BlockPosition = {
  /** Unique on the page; used as the prefix of all ids of the block. */
  readonly id: string;
  /** The number next to the label (`P1`), for blocks to which a visitor can jump. */
  readonly bay?: string;
  /** Whether the block opens the page, so that its headline is the h1. */
  readonly isOpening: boolean;
  /** The drawing of the page's hero. */
  readonly drawing?: RoadDrawingName;
  /** The URLs of the images in the galleries above this block. */
  readonly earlierImages: readonly string[];
};

/** How blocks of a layout are rendered. Blocks that are not filled are skipped. */
export type BlockRule<Known> = {
  readonly isFilled: (block: Known) => boolean;
  readonly render: (block: Known, position: BlockPosition) => ReactNode;
  /** Whether the block shares a section with adjacent inline blocks, instead of having its own. */
  readonly isInline?: boolean;
};

/** One rule per layout; a layout without a rule is a compile error. */
export type BlockRegistry = { readonly [Known in Layout]: BlockRule<BlockByLayout[Known]> };
