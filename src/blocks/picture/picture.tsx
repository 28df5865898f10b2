import 'server-only';
import { preload } from 'react-dom';
import manifest from '../../site/pictures.json' with { type: 'json' };

/** The files of an image are `/pictures/{name}-{width}.avif` and `.webp`. */
export type PictureName = keyof typeof manifest;

export const isPictureName = (name: string): name is PictureName => Object.hasOwn(manifest, name);

type PictureProps = {
  readonly name: PictureName;
  readonly alt: string;
  /** The `sizes` attribute. */
  readonly sizes?: string;
  /**
   * For the largest image of a page: preloaded with high priority. `wide` does not preload the `phone` crop: if the image is
   * below the fold on phones, preloading it there would take bandwidth from visible content.
   */
  readonly isPriority?: boolean | 'wide';
  /** The name of a different crop for windows narrower than 768 px. */
  readonly phone?: PictureName | undefined;
  readonly className?: string | undefined;
};

const PHONE = '(max-width: 47.99rem)';
const LARGER = '(min-width: 48rem)';

const toSrcSet = (name: PictureName, format: 'avif' | 'webp'): string =>
  manifest[name].widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ');

const toSmallest = (name: PictureName): string => `/pictures/${name}-${Math.min(...manifest[name].widths)}.avif`;

/** Loading attributes of an image. The LCP image (`isPriority`) is loaded eagerly with high priority. */
export const toLoadingAttributes = (isPriority: boolean) =>
  isPriority
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);

/** One of the site's own raster images, in AVIF and WebP and several widths. */
export const Picture = ({ name, alt, sizes = '100vw', isPriority = false, phone, className }: PictureProps) => {
  const crops =
    phone === undefined
      ? [{ name, media: undefined }]
      : [
          { name: phone, media: PHONE },
          { name, media: LARGER },
        ];

  if (isPriority) {
    for (const crop of isPriority === 'wide' ? crops.filter(({ media }) => media !== PHONE) : crops) {
      preload(toSmallest(crop.name), {
        as: 'image',
        type: 'image/avif',
        imageSrcSet: toSrcSet(crop.name, 'avif'),
        imageSizes: sizes,
        fetchPriority: 'high',
        media: crop.media,
      });
    }
  }

  return (
    <picture>
      {crops.flatMap((crop) =>
        (['avif', 'webp'] as const).map((format) => (
          <source
            key={`${crop.name} ${format}`}
            type={`image/${format}`}
            srcSet={toSrcSet(crop.name, format)}
            sizes={sizes}
            media={crop.media}
            width={manifest[crop.name].width}
            height={manifest[crop.name].height}
          />
        )),
      )}
      <img
        src={`/pictures/${name}.webp`}
        alt={alt}
        width={manifest[name].width}
        height={manifest[name].height}
        className={className}
        {...toLoadingAttributes(isPriority === true)}
      />
    </picture>
  );
};
