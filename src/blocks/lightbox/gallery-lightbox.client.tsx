'use client';

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { closestOf, isModifiedClick, loadForFirstUse, loadForUse, replaceUrl } from '../../framework/client/index.ts';
import type { LightboxImage } from './lightbox-image.ts';

type GalleryLightboxProps = {
  /** In the order of the list items. */
  readonly images: readonly LightboxImage[];
  readonly className: string | undefined;
  /** List items, each with a link `data-gallery-item` to the image file. */
  readonly children: ReactNode;
};

type LightboxModule = typeof import('./lightbox.tsx');

type Opened = {
  readonly Lightbox: LightboxModule['Lightbox'];
  readonly images: readonly LightboxImage[];
  readonly index: number;
};

const LINK = 'a[data-gallery-item]';

/** Resolves to undefined if the chunk failed to load and the page is about to be reloaded. */
const loadLightbox = (): Promise<LightboxModule | undefined> => import('./lightbox.tsx');

loadForFirstUse('[data-gallery]', loadLightbox);

const linksOf = (list: HTMLElement | null): HTMLAnchorElement[] => [
  ...(list?.querySelectorAll<HTMLAnchorElement>(LINK) ?? []),
];

const indexFromHash = (images: readonly LightboxImage[]): number =>
  images.findIndex(({ id }) => location.hash === `#${id}`);

const setHash = (hash: string): void => {
  if (location.hash === hash) return;
  replaceUrl(location.pathname + location.search + hash);
};

/**
 * A gallery whose images open in a lightbox. The lightbox code is loaded when the first image is opened; if that fails, the
 * link to the image is followed instead. The URL hash names the open image; a URL with such a hash opens the image.
 */
export const GalleryLightbox = ({ images, className, children }: GalleryLightboxProps) => {
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const requestedIndex = useRef<number | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isLoading, setIsLoading] = useState(false);

  const open = useCallback(
    async (index: number) => {
      requestedIndex.current = index;
      const links = linksOf(list.current);
      // Before the import: if a new deployment has removed the chunk, the page is reloaded and then opens this image.
      setHash(`#${images[index]?.id ?? ''}`);
      setIsLoading(true);
      try {
        const module = await loadForUse(loadLightbox);
        if (!module || requestedIndex.current !== index) return;
        const withPreviews = images.map((image, at) => ({
          ...image,
          preview: links[at]?.querySelector('img')?.currentSrc ?? '',
        }));
        setOpened({ Lightbox: module.Lightbox, images: withPreviews, index });
      } catch {
        setHash('');
        const href = links[index]?.href;
        if (href) location.assign(href);
      } finally {
        setIsLoading(false);
      }
    },
    [images],
  );

  const close = useCallback(() => {
    requestedIndex.current = null;
    setOpened(null);
  }, []);

  useEffect(() => {
    const gallery = list.current;
    const openOnClick = (event: MouseEvent): void => {
      const link = closestOf(event, LINK);
      if (!(link instanceof HTMLAnchorElement) || isModifiedClick(event)) return;
      event.preventDefault();
      // The second click of a double click, of which the first one has opened an image or closed the lightbox.
      if (event.detail > 1) return;
      opener.current = link;
      void open(linksOf(gallery).indexOf(link));
    };
    gallery?.addEventListener('click', openOnClick);
    return () => gallery?.removeEventListener('click', openOnClick);
  }, [open]);

  useEffect(() => {
    const openFromHash = (): void => {
      const index = indexFromHash(images);
      if (index === -1) close();
      else void open(index);
    };
    if (indexFromHash(images) !== -1) openFromHash();
    addEventListener('hashchange', openFromHash);
    return () => removeEventListener('hashchange', openFromHash);
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
