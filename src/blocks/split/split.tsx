import 'server-only';
import type { ReactNode } from 'react';
import type { ContentImage } from '../../content/images.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import styles from './split.module.css';

type SplitProps = {
  readonly children: ReactNode;
  readonly image: ContentImage | null;
  readonly imageSide: 'left' | 'right';
};

/** Text beside an image; in narrow windows the image comes first. Without an image, the text is on the left in wide windows. */
export const Split = ({ children, image, imageSide }: SplitProps) => (
  <div className={styles.split} data-side={imageSide}>
    <div className={styles.words}>{children}</div>
    {image && (
      <div className={styles.frame}>
        <ContentPicture image={image} sizes="(min-width: 60rem) 36rem, 100vw" className={styles.picture} />
      </div>
    )}
  </div>
);
