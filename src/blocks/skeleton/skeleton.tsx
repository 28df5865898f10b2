import 'server-only';
import styles from './skeleton.module.css';

/** The heights of contents, from a row of links to a long list. */
type SkeletonSize = 'row' | 'hero' | 'list' | 'page';

/** Takes the place of content that is on its way during a client navigation. */
export const Skeleton = ({ size }: { readonly size: SkeletonSize }) => (
  <div className={`container ${styles.skeleton}`} data-size={size} aria-hidden="true">
    <span className={styles.label} />
    <span className={styles.headline} />
    <span className={styles.lines} />
  </div>
);

/** The skeleton of a page's hero, which is dark in both themes. */
export const HeroSkeleton = () => (
  <div data-surface="asphalt">
    <Skeleton size="hero" />
  </div>
);
