import 'server-only';
import { preload } from 'react-dom';
import manifest from '../../site/pictures.json' with { type: 'json' };

type PictureProps = {
  /** A name in the manifest `src/site/pictures.json`; its files are `/pictures/{name}-{width}.avif` and `.webp`. */
  readonly name: string;
  readonly alt: string;
  /** The `sizes` attribute. */
  readonly sizes?: string;
  /**
   * For the largest image of a page: preloaded with high priority. `wide` does not preload the `phone` crop: if the image is
   * below the fold on phones, preloading it there would take bandwidth from visible content.
   */
  readonly isPriority?: boolean | 'wide';
  /** The name of a different crop for windows narrower than 768 px. */
  readonly phone?: string;
  readonly className?: string | undefined;
  /** Only for a name that is not in the manifest. */
  readonly width?: number;
  readonly height?: number;
};

type Size = { readonly width: number; readonly height: number; readonly widths: readonly number[] };

const sizesByName: Readonly<Record<string, Size>> = manifest;
const PHONE = '(max-width: 47.99rem)';
const LARGER = '(min-width: 48rem)';

const toSrcSet = (name: string, { widths }: Size, format: 'avif' | 'webp'): string =>
  widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ');

const toSmallest = (name: string, { widths }: Size): string => `/pictures/${name}-${Math.min(...widths)}.avif`;

/** Loading attributes of an image. The LCP image (`isPriority`) is loaded eagerly with high priority. */
export const toLoadingAttributes = (isPriority: boolean) =>
  isPriority
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);

/** One of the site's own raster images: in AVIF and WebP and several widths if it is in the manifest, otherwise one WebP file. */
export const Picture = ({
  name,
  alt,
  sizes = '100vw',
  isPriority = false,
  phone,
  className,
  width,
  height,
}: PictureProps) => {
  const size = sizesByName[name];
  const phoneSize = phone === undefined ? undefined : sizesByName[phone];
  const loading = toLoadingAttributes(isPriority === true);

  if (!size) {
    return (
      <img src={`/pictures/${name}.webp`} alt={alt} width={width} height={height} className={className} {...loading} />
    );
  }

  const crops =
    phone !== undefined && phoneSize
      ? [
          { name: phone, size: phoneSize, media: PHONE },
          { name, size, media: LARGER },
        ]
      : [{ name, size, media: undefined }];

  if (isPriority) {
    for (const crop of isPriority === 'wide' ? crops.filter(({ media }) => media !== PHONE) : crops) {
      preload(toSmallest(crop.name, crop.size), {
        as: 'image',
        type: 'image/avif',
        imageSrcSet: toSrcSet(crop.name, crop.size, 'avif'),
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
            srcSet={toSrcSet(crop.name, crop.size, format)}
            sizes={sizes}
            media={crop.media}
            width={crop.size.width}
            height={crop.size.height}
          />
        )),
      )}
      <img
        src={`/pictures/${name}.webp`}
        alt={alt}
        width={size.width}
        height={size.height}
        className={className}
        {...loading}
      />
    </picture>
  );
};
