import 'server-only';
import type { Picture } from '../../content/pictures.ts';
import { GalleryLightbox } from '../../islands/lightbox/gallery-lightbox.tsx';
import { toPictureId } from '../../site/picture-address.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import styles from './gallery.module.css';

/** Pictures with their captions; each leads to itself in full, which is what the lightbox takes over. */
export const Gallery = ({ pictures }: { readonly pictures: readonly Picture[] }) => (
  <GalleryLightbox
    className={styles.gallery}
    pictures={pictures.map(({ url, alt, width, height }) => ({ id: toPictureId(url), url, alt, width, height }))}
  >
    {pictures.map((picture) => (
      <li key={picture.url} id={toPictureId(picture.url)} className={styles.item}>
        <figure>
          <a href={picture.url} className={styles.link} data-gallery-item="">
            <ContentPicture
              picture={picture}
              sizes="(min-width: 60rem) 36rem, (min-width: 40rem) 50vw, 100vw"
              className={styles.picture}
            />
          </a>
          {/* The picture's text alternative says the same to listeners. */}
          <figcaption className={styles.caption} aria-hidden="true">
            {picture.alt}
          </figcaption>
        </figure>
      </li>
    ))}
  </GalleryLightbox>
);
