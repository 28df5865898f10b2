import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { Picture, toLoading } from '../picture/picture.tsx';

type ContentPictureProps = {
  readonly image: ContentImage;
  /** The `sizes` attribute. */
  readonly sizes?: string;
  readonly isPriority?: boolean;
  /** Shows the site's image `{name}-phone`, if there is one, in windows narrower than 768 px. */
  readonly hasPhoneCrop?: boolean;
  readonly className?: string | undefined;
};

const SITE_IMAGE = /^\/pictures\/([\w-]+)\.webp$/;

/** An image of the content: in AVIF and WebP if it is one of the site's own or has `sources`, otherwise only its `url`. */
export const ContentPicture = ({
  image,
  sizes = '100vw',
  isPriority = false,
  hasPhoneCrop = false,
  className = '',
}: ContentPictureProps) => {
  const { url, sources, still, alt, width, height } = image;
  const name = SITE_IMAGE.exec(url)?.[1];
  if (name !== undefined) {
    return (
      <Picture
        name={name}
        alt={alt}
        sizes={sizes}
        isPriority={isPriority}
        {...(hasPhoneCrop && { phone: `${name}-phone` })}
        className={className}
        width={width}
        height={height}
      />
    );
  }

  return (
    <picture>
      {still && <source srcSet={still} media="(prefers-reduced-motion: reduce)" />}
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img src={url} alt={alt} width={width} height={height} className={className} {...toLoading(isPriority)} />
    </picture>
  );
};
