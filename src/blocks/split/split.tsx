import 'server-only';
import type { ReactNode } from 'react';
import type { Picture } from '../../content/pictures.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import styles from './split.module.css';

type SplitProps = {
  readonly children: ReactNode;
  readonly picture: Picture | null;
  readonly pictureSide: 'left' | 'right';
};

/** Words beside a picture; on a phone the picture comes first. Without one the words keep their side. */
export const Split = ({ children, picture, pictureSide }: SplitProps) => (
  <div className={styles.split} data-side={pictureSide}>
    <div className={styles.words}>{children}</div>
    {picture && (
      <div className={styles.frame}>
        <ContentPicture picture={picture} sizes="(min-width: 60rem) 34rem, 100vw" className={styles.picture} />
      </div>
    )}
  </div>
);
