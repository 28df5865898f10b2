import 'server-only';
import { Skeleton, SkeletonLines } from '../skeleton/skeleton.tsx';
import type { RoadDrawingName } from './road-drawing.tsx';
import { SubpagesHero } from './subpages-hero.tsx';

type SubpagesHeroSkeletonProps = { readonly drawing?: RoadDrawingName | undefined };

/** The space of a hero with a label, a headline and an introduction. */
export const SubpagesHeroSkeleton = ({ drawing }: SubpagesHeroSkeletonProps) => (
  <Skeleton>
    <SubpagesHero
      breadcrumb={<SkeletonLines isShort />}
      headline={<SkeletonLines />}
      text={<SkeletonLines count={3} />}
      drawing={drawing}
    />
  </Skeleton>
);
