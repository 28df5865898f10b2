import type { ReactNode } from 'react';
import type { Block } from '../../content/blocks.ts';

export type BlockByLayout = { readonly [Known in Block as Known['layout']]: Known };
export type Layout = keyof BlockByLayout;

/** Where a block stands on its page. */
export type Place = {
  /** Unique on the page: ids of the block begin with it. */
  readonly id: string;
  /** The number painted beside the label, for blocks that have one. */
  readonly bay?: string;
  /** The first block of the page, whose headline is the page's h1. */
  readonly isOpening: boolean;
  /** The addresses of the pictures in the galleries above. */
  readonly earlierImages: readonly string[];
};

/** How blocks of a layout are shown. What is not filled is left out as if it were not there. */
export type BlockRule<Known> = {
  readonly isFilled: (block: Known) => boolean;
  readonly show: (block: Known, place: Place) => ReactNode;
  /** It is no band of its own: neighbours of this kind share one. */
  readonly isInline?: boolean;
};

/** One rule for every layout; the compiler asks for the missing one when the content learns a new layout. */
export type BlockRegistry = { readonly [Known in Layout]: BlockRule<BlockByLayout[Known]> };
