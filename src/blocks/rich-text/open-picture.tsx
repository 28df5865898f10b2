import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Lightbox } from '../lightbox/lightbox.tsx';
import type { LightboxImage } from '../lightbox/lightbox-image.ts';

const LINK = 'a[data-media="picture"]';

const galleryLinks = (link: HTMLAnchorElement): HTMLAnchorElement[] => [
  ...(link.closest('ul.pictures') ?? link.parentElement ?? link).querySelectorAll<HTMLAnchorElement>(LINK),
];

/** The width of the widest candidate in the `srcset` of an image, in pixels; 0 if there is none. */
const widestOf = ({ srcset }: HTMLImageElement): number =>
  Math.max(0, ...Array.from(srcset.matchAll(/ (\d+)w/g), ([, width]) => Number(width)));

const toImage = (link: HTMLAnchorElement, index: number): LightboxImage => {
  const image = link.querySelector('img');
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent?.trim();
  if (!image) return { id: String(index), url: link.href, alt: caption ?? '', width: 0, height: 0 };
  // The natural size, because CSS may crop a gallery's thumbnails and the aspect ratio of the whole image is needed.
  const { naturalWidth, naturalHeight } = image;
  const [knownWidth, knownHeight] = naturalWidth > 0 ? [naturalWidth, naturalHeight] : [image.width, image.height];
  const width = Math.max(widestOf(image), knownWidth);
  return {
    id: String(index),
    url: link.href,
    alt: caption || image.alt,
    width,
    height: Math.round((width * knownHeight) / knownWidth),
    preview: image.currentSrc,
  };
};

type ImageLightboxProps = {
  readonly images: readonly LightboxImage[];
  readonly initialIndex: number;
  readonly onClose: () => void;
};

const ImageLightbox = ({ images, initialIndex, onClose }: ImageLightboxProps) => {
  const [index, setIndex] = useState(initialIndex);
  return <Lightbox images={images} index={index} onView={setIndex} onClose={onClose} />;
};

/**
 * Opens the lightbox with the image that a link points to and the other images of its gallery or parent element.
 *
 * @param left aborted when the text with the link is left, which closes the lightbox.
 */
export const openPicture = (link: HTMLAnchorElement, left: AbortSignal): void => {
  if (left.aborted) return;
  const links = galleryLinks(link);
  // A popup that contains the text would cover the lightbox.
  const popup = link.closest<HTMLElement>('[popover]');
  popup?.hidePopover();
  const root = createRoot(document.createElement('div'));
  const unmount = (): void => {
    // Later, because React cannot unmount a root while rendering.
    setTimeout(() => root.unmount());
  };
  left.addEventListener('abort', unmount);
  const close = (): void => {
    left.removeEventListener('abort', unmount);
    unmount();
    popup?.showPopover();
    link.focus({ preventScroll: true });
  };
  root.render(<ImageLightbox images={links.map(toImage)} initialIndex={links.indexOf(link)} onClose={close} />);
};
