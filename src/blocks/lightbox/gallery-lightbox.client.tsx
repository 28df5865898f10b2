'use client';

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { LightboxImage } from './lightbox-image.ts';

type GalleryLightboxProps = {
  /** In the order of the items. */
  readonly images: readonly LightboxImage[];
  readonly className: string | undefined;
  /** List items, each with a link `data-gallery-item` to its picture in full. */
  readonly children: ReactNode;
};

/** Undefined where the page is about to be loaded anew, because a part of it could not be. */
type LightboxModule = typeof import('./lightbox.tsx');

type Opened = {
  readonly Lightbox: LightboxModule['Lightbox'];
  readonly images: readonly LightboxImage[];
  readonly index: number;
};

/** A click that opens a tab or a window, or saves, is the browser's. */
const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

const linksOf = (list: HTMLElement | null): HTMLAnchorElement[] => [
  ...(list?.querySelectorAll<HTMLAnchorElement>('a[data-gallery-item]') ?? []),
];

const indexInAddress = (images: readonly LightboxImage[]): number =>
  images.findIndex(({ id }) => location.hash === `#${id}`);

const setHash = (hash: string): void => {
  if (location.hash === hash) return;
  history.replaceState(history.state, '', location.pathname + location.search + hash);
};

/**
 * A gallery whose pictures open over the page. Its code is fetched when the first picture is opened; should that fail
 * for good, the link does what it does without scripts. The open picture stands in the address, and such an address opens it.
 */
export const GalleryLightbox = ({ images, className, children }: GalleryLightboxProps) => {
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const wanted = useRef<number | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isLoading, setIsLoading] = useState(false);

  const open = useCallback(
    async (index: number) => {
      wanted.current = index;
      const links = linksOf(list.current);
      // Should a new deployment have taken the code away, the page is loaded anew and opens the picture then.
      setHash(`#${images[index]?.id ?? ''}`);
      setIsLoading(true);
      try {
        const part: LightboxModule | undefined = await import('./lightbox.tsx');
        if (!part || wanted.current !== index) return;
        const shown = images.map((image, at) => ({
          ...image,
          preview: links[at]?.querySelector('img')?.currentSrc ?? '',
        }));
        setOpened({ Lightbox: part.Lightbox, images: shown, index });
      } catch {
        setHash('');
        const whole = links[index]?.href;
        if (whole) location.assign(whole);
      } finally {
        setIsLoading(false);
      }
    },
    [images],
  );

  const close = useCallback(() => {
    wanted.current = null;
    setOpened(null);
  }, []);

  useEffect(() => {
    const gallery = list.current;
    const openOnClick = (event: MouseEvent): void => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-gallery-item]') : null;
      if (!link || !isPlainClick(event)) return;
      event.preventDefault();
      opener.current = link;
      void open(linksOf(gallery).indexOf(link));
    };
    gallery?.addEventListener('click', openOnClick);
    return () => gallery?.removeEventListener('click', openOnClick);
  }, [open]);

  useEffect(() => {
    const followAddress = (): void => {
      const index = indexInAddress(images);
      if (index === -1) close();
      else void open(index);
    };
    if (indexInAddress(images) !== -1) followAddress();
    addEventListener('hashchange', followAddress);
    return () => removeEventListener('hashchange', followAddress);
  }, [images, open, close]);

  const show = (index: number): void => {
    setHash(`#${images[index]?.id ?? ''}`);
    setOpened((before) => before && { ...before, index });
  };

  const leave = (): void => {
    setHash('');
    const last = linksOf(list.current)[opened?.index ?? 0];
    (opener.current ?? last)?.focus({ preventScroll: true });
    opener.current = null;
    close();
  };

  return (
    <>
      <ul ref={list} className={className} data-gallery="" data-island="" aria-busy={isLoading}>
        {children}
      </ul>
      {opened && <opened.Lightbox images={opened.images} index={opened.index} onView={show} onClose={leave} />}
    </>
  );
};
