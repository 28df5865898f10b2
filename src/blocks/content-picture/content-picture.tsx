import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { Picture, toLoadingAttributes } from '../picture/picture.tsx';

type ContentPictureProps = {
  readonly image: ContentImage;
  /** The `sizes` attribute. */
  readonly sizes?: string;
  readonly isPriority?: boolean;
  /** In windows narrower than 768 px, shows the crop `{name}-phone` instead, if `src/site/pictures.json` has one. */
  readonly usesPhoneCrop?: boolean;
  readonly className?: string | undefined;
};

const SITE_IMAGE = /^\/pictures\/([\w-]+)\.webp$/;

/**
 * Shows an image that editors have chosen. `Picture` shows the site's own images (`/pictures/…`). An upload is shown in
 * AVIF and WebP if it has `sources`, otherwise from its `url` only.
 */
export const ContentPicture = ({
  image,
  sizes = '100vw',
  isPriority = false,
  usesPhoneCrop = false,
  className = '',
}: ContentPictureProps) => {
  const { url, sources, still: stillUrl, alt, width, height } = image;
  const name = SITE_IMAGE.exec(url)?.[1];
  if (name !== undefined) {
    return (
      <Picture
        name={name}
        alt={alt}
        sizes={sizes}
        isPriority={isPriority}
        {...(usesPhoneCrop && { phone: `${name}-phone` })}
        className={className}
        width={width}
        height={height}
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
