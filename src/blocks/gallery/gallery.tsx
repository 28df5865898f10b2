import 'server-only';
import type { Picture } from '../../content/pictures.ts';
import { toPictureIds } from '../../site/picture-address.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import { GalleryLightbox } from '../lightbox/gallery-lightbox.client.tsx';
import styles from './gallery.module.css';

type GalleryProps = {
  readonly pictures: readonly Picture[];
  /** The addresses of the pictures in the galleries above on the page. */
  readonly earlier?: readonly string[];
};

/** Pictures with their captions; each leads to itself in full, which is what the lightbox takes over. */
export const Gallery = ({ pictures, earlier }: GalleryProps) => {
  const ids = toPictureIds(
    pictures.map(({ url }) => url),
    earlier,
  );
  const places = pictures.map((picture, index) => ({ picture, id: ids[index] ?? '' }));

  return (
    <GalleryLightbox
      className={styles.gallery}
      pictures={places.map(({ id, picture: { url, alt, width, height } }) => ({ id, url, alt, width, height }))}
    >
      {places.map(({ picture, id }) => (
        <li key={id} id={id} className={styles.item}>
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
};
