import 'server-only';
import { preload } from 'react-dom';
import manifest from '../../site/pictures.json' with { type: 'json' };
import { toLoading } from './loading.ts';

type PictureProps = {
  /** A name of the manifest `src/site/pictures.json`; its files are `/pictures/{name}-{width}.avif` and `.webp`. */
  readonly name: string;
  readonly alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  readonly sizes?: string;
  /**
   * For the picture that is the page's largest: loaded at once, before everything else. `wide`: only in windows of 768 px
   * and more; on a phone it is below the first screen, where it would take the line from what is on it.
   */
  readonly isPriority?: boolean | 'wide';
  /** The name of another crop, for windows narrower than 768 px. */
  readonly phone?: string;
  readonly className?: string | undefined;
  /** Only for a name that the manifest does not know. */
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

/** A raster picture of our own in AVIF and WebP, in the widths that are used, with its size known beforehand. */
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
  const loading = toLoading(isPriority === true);

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
