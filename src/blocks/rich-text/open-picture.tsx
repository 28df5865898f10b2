import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Lightbox } from '../lightbox/lightbox.tsx';
import type { LightboxImage } from '../lightbox/lightbox-image.ts';

const LINK = 'a[data-media="picture"]';

const linksAround = (link: HTMLAnchorElement): HTMLAnchorElement[] => [
  ...(link.closest('ul.pictures') ?? link.parentElement ?? link).querySelectorAll<HTMLAnchorElement>(LINK),
];

/** The width of the widest candidate in the `srcset` of an image, in pixels; 0 if there is none. */
const widestOf = ({ srcset }: HTMLImageElement): number =>
  Math.max(0, ...Array.from(srcset.matchAll(/ (\d+)w/g), ([, width]) => Number(width)));

const toImage = (link: HTMLAnchorElement, index: number): LightboxImage => {
  const image = link.querySelector('img');
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent?.trim();
  if (!image) return { id: String(index), url: link.href, alt: caption ?? '', width: 0, height: 0 };
  // The size of the loaded file, because a gallery may crop its thumbnails.
  const { naturalWidth, naturalHeight } = image;
  const [shownWidth, shownHeight] = naturalWidth > 0 ? [naturalWidth, naturalHeight] : [image.width, image.height];
  const width = Math.max(widestOf(image), shownWidth);
  return {
    id: String(index),
    url: link.href,
    alt: caption || image.alt,
    width,
    height: Math.round((width * shownHeight) / shownWidth),
    preview: image.currentSrc,
  };
};

type PicturesProps = {
  readonly images: readonly LightboxImage[];
  readonly first: number;
  readonly onClose: () => void;
};

const Pictures = ({ images, first, onClose }: PicturesProps) => {
  const [index, setIndex] = useState(first);
  return <Lightbox images={images} index={index} onView={setIndex} onClose={onClose} />;
};

/** Opens the image that a link leads to in the lightbox, together with the other images of its gallery. */
export const openPicture = (link: HTMLAnchorElement): void => {
  const links = linksAround(link);
  const root = createRoot(document.createElement('div'));
  const close = (): void => {
    // Later, because React cannot unmount a root while rendering.
    setTimeout(() => root.unmount());
    link.focus({ preventScroll: true });
  };
  root.render(<Pictures images={links.map(toImage)} first={links.indexOf(link)} onClose={close} />);
};
