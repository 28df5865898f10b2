import 'server-only';
import type { ReactNode } from 'react';
import { SkeletonLines } from '../skeleton/skeleton.tsx';
import styles from './document-body.module.css';

/** The space of a long text. */
export const DocumentBodySkeleton = ({ image }: { readonly image?: ReactNode }) => (
  <div className={styles.document} data-contents="">
    {image && <div className={styles.picture}>{image}</div>}
    <div className={styles.contents}>
      <SkeletonLines count={6} />
    </div>
    <div>
      <SkeletonLines count={24} />
    </div>
  </div>
);
