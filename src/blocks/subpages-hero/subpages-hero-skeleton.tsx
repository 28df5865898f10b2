import 'server-only';
import { Skeleton, SkeletonLines } from '../skeleton/skeleton.tsx';
import { SubpagesHero } from './subpages-hero.tsx';

/** The space of a hero with a headline and an introduction. */
export const SubpagesHeroSkeleton = () => (
  <Skeleton>
    <SubpagesHero
      breadcrumb={<SkeletonLines isShort />}
      headline={<SkeletonLines />}
      text={<SkeletonLines count={3} />}
    />
  </Skeleton>
);
