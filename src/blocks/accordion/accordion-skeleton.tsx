import 'server-only';
import { Skeleton, SkeletonLines, SkeletonList } from '../skeleton/skeleton.tsx';
import styles from './accordion.module.css';

const Entry = () => (
  <div className={styles.entry}>
    <div className={styles.summary}>
      <div className={styles.title}>
        <SkeletonLines isShort />
      </div>
    </div>
  </div>
);

/** The space of questions, of which the first is open. */
export const AccordionSkeleton = ({ count }: { readonly count: number }) => (
  <Skeleton className={styles.list}>
    <Entry />
    <div className={styles.answer}>
      <SkeletonLines count={4} />
    </div>
    <SkeletonList count={count - 1}>
      <Entry />
    </SkeletonList>
  </Skeleton>
);
