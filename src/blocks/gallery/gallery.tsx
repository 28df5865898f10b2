import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { toImageIds } from '../../site/image-ids.ts';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import { GalleryLightbox } from '../lightbox/gallery-lightbox.client.tsx';
import styles from './gallery.module.css';

type GalleryProps = {
  readonly images: readonly ContentImage[];
  /** The URLs of the images in the galleries above this one. */
  readonly earlier?: readonly string[];
};

/** Images with captions. Each links to its file; the lightbox intercepts the click. */
export const Gallery = ({ images, earlier }: GalleryProps) => {
  const ids = toImageIds(
    images.map(({ url }) => url),
    earlier,
  );
  const items = images.map((image, index) => ({ image, id: ids[index] ?? '' }));

  return (
    <GalleryLightbox
      className={styles.gallery}
      images={items.map(({ id, image: { url, alt, width, height } }) => ({ id, url, alt, width, height }))}
    >
      {items.map(({ image, id }) => (
        <li key={id} id={id} className={styles.item}>
          <figure>
            <a
              href={image.url}
              aria-label={image.alt === '' ? 'Enlarge picture' : undefined}
              className={styles.link}
              data-gallery-item=""
              data-island=""
            >
              <ContentPicture
                image={image}
                sizes="(min-width: 60rem) 36rem, (min-width: 40rem) 50vw, 100vw"
                className={styles.picture}
              />
            </a>
            {/* Hidden from screen readers, which read the same text from the `alt` attribute. */}
            {image.alt !== '' && (
              <figcaption className={styles.caption} aria-hidden="true">
                {image.alt}
              </figcaption>
            )}
          </figure>
        </li>
      ))}
    </GalleryLightbox>
  );
};
