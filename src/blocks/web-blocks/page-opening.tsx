import 'server-only';
import type { Page } from '../../content/pages.ts';
import { SubpagesHero } from '../subpages-hero/subpages-hero.tsx';
import { splitOpening } from './opening.ts';
import { WebBlocks } from './web-blocks.tsx';

type PageOpeningProps = {
  readonly page: Page | null;
  /** Used if the content system has no such page. */
  readonly fallbackTitle: string;
};

/** The hero of a page with its h1: the page's hero block, otherwise its title. */
export const PageOpening = ({ page, fallbackTitle }: PageOpeningProps) => {
  const opening = page && splitOpening(page.blocks).opening;
  if (opening) return <WebBlocks blocks={[opening]} opensPage />;

  return <SubpagesHero headline={page?.title ?? fallbackTitle} label={page?.label} bay="P1" />;
};
