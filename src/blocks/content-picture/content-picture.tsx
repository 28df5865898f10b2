import 'server-only';
import type { ContentImage } from '../../content/images.ts';
import { toLoading } from '../picture/loading.ts';
import { Picture } from '../picture/picture.tsx';

type ContentPictureProps = {
  readonly image: ContentImage;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  readonly sizes?: string;
  readonly isPriority?: boolean;
  readonly className?: string | undefined;
};

const OWN_RASTER = /^\/pictures\/([\w-]+)\.webp$/;

/** A picture that the content system names: our own in AVIF and WebP, everything else as it is. */
export const ContentPicture = ({ image, sizes = '100vw', isPriority = false, className = '' }: ContentPictureProps) => {
  const { url, sources, alt, width, height } = image;
  const name = OWN_RASTER.exec(url)?.[1];
  if (name !== undefined) {
    return (
      <Picture
        name={name}
        alt={alt}
        sizes={sizes}
        isPriority={isPriority}
        className={className}
        width={width}
        height={height}
      />
    );
  }

  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img src={url} alt={alt} width={width} height={height} className={className} {...toLoading(isPriority)} />
    </picture>
  );
};
