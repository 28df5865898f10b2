import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { isPictureName, Picture, toLoadingAttributes } from '../picture/picture.tsx';

type ContentPictureProps = {
  readonly image: ContentImage;
  /** The `sizes` attribute. */
  readonly sizes?: string;
  readonly isPriority?: boolean;
  /**
   * Shows the crop `{name}-phone` of `/pictures/{name}.webp` in windows narrower than 768 px, if `src/site/pictures.json` has both.
   */
  readonly usesPhoneCrop?: boolean;
  readonly className?: string | undefined;
};

const SITE_IMAGE = /^\/pictures\/([\w-]+)\.webp$/;

/**
 * An image chosen by an editor. `/pictures/{name}.webp`, an image of the manifest, is rendered by `Picture`. An upload is
 * served as AVIF and WebP in several widths (`sources`). If it is an animated GIF, visitors who prefer reduced motion see the
 * first frame (`still`). The site's other files have no `sources` and are served unchanged from `url`.
 */
export const ContentPicture = ({
  image,
  sizes = '100vw',
  isPriority = false,
  usesPhoneCrop = false,
  className = '',
}: ContentPictureProps) => {
  const { url, sources, still: stillUrl, alt, width, height } = image;
  const name = SITE_IMAGE.exec(url)?.[1] ?? '';
  if (isPictureName(name)) {
    const crop = `${name}-phone`;
    return (
      <Picture
        name={name}
        alt={alt}
        sizes={sizes}
        isPriority={isPriority}
        phone={usesPhoneCrop && isPictureName(crop) ? crop : undefined}
        className={className}
      />
    );
  }

  return (
    <picture>
      {stillUrl && <source srcSet={stillUrl} media="(prefers-reduced-motion: reduce)" />}
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        src={url}
        alt={alt}
        width={width}
        height={height}
        className={className}
        {...toLoadingAttributes(isPriority)}
      />
    </picture>
  );
};
