import 'server-only';
import type { Block } from '../../content/blocks.ts';
import type { Page } from '../../content/pages.ts';
import { Editable } from '../editable/editable.tsx';
import type { RoadDrawingName } from '../subpages-hero/road-drawing.tsx';
import { SubpagesHero } from '../subpages-hero/subpages-hero.tsx';
import { SubpagesHeroSkeleton } from '../subpages-hero/subpages-hero-skeleton.tsx';
import { WebBlocks } from './web-blocks.tsx';

type Hero = Extract<Block, { layout: 'hero' | 'subpagesHero' }>;

/** Separates the hero from the other blocks, if the first block is a hero with a headline. */
export const splitOpening = (
  blocks: readonly Block[],
): { readonly opening: Hero | null; readonly rest: readonly Block[] } => {
  const [first, ...rest] = blocks;
  const isHero = first?.layout === 'hero' || first?.layout === 'subpagesHero';
  return isHero && first.headline !== '' ? { opening: first, rest } : { opening: null, rest: blocks };
};

/** The drawings of pages at fixed URLs, by slug. */
const DRAWINGS: Readonly<Record<string, RoadDrawingName>> = { contact: 'envelope', events: 'calendar', news: 'exit' };

type PageOpeningProps = {
  readonly page: Page | null;
  /** The h1 if `page` is null. */
  readonly fallbackTitle: string;
};

/** The hero of a page with its h1: the page's hero block, otherwise its title. */
export const PageOpening = ({ page, fallbackTitle }: PageOpeningProps) => {
  const opening = page && splitOpening(page.blocks).opening;
  if (opening) return <WebBlocks blocks={[opening]} opensPage drawing={DRAWINGS[page.slug]} pageId={page.id} />;

  return (
    <Editable items={page ? [`pages/${page.id}`] : []}>
      <SubpagesHero headline={page?.title ?? fallbackTitle} label={page?.label} drawing="document" />
    </Editable>
  );
};

/** The space of the hero of the page with this slug. */
export const PageOpeningSkeleton = ({ slug }: { readonly slug: string }) => (
  <SubpagesHeroSkeleton drawing={DRAWINGS[slug]} />
);
