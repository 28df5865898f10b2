'use client';

import { useEffect, useRef } from 'react';
import type { SafeHtml } from '../../content/safe-html.ts';
import { closestOf, isModifiedClick, loadDocument } from '../../framework/client/index.ts';

type TextWithMediaProps = {
  readonly html: SafeHtml;
  readonly className: string | undefined;
};

/** Resolves to undefined if the chunk failed to load and the page is about to be reloaded. */
type Load<Module> = () => Promise<Module | undefined>;

const loadPictures: Load<typeof import('./open-picture.tsx')> = () => import('./open-picture.tsx');
const loadPlayer: Load<typeof import('./play-video.ts')> = () => import('./play-video.ts');

const open = async (link: HTMLAnchorElement, left: AbortSignal): Promise<void> => {
  if (link.dataset.media === 'video') await (await loadPlayer())?.playVideo(link);
  else (await loadPictures())?.openPicture(link, left);
};

/**
 * A text with images that open in the lightbox, or with videos. The sanitizer marks their links with `data-media`. Without
 * scripts, or if the code cannot be loaded, the browser follows the link.
 */
export const TextWithMedia = ({ html, className }: TextWithMediaProps) => {
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { current } = text;
    const left = new AbortController();
    let isOpening = false;
    const onClick = (event: MouseEvent): void => {
      const link = closestOf(event, 'a[data-media]');
      if (!(link instanceof HTMLAnchorElement) || isModifiedClick(event)) return;
      event.preventDefault();
      if (isOpening) return;
      isOpening = true;
      link.setAttribute('aria-busy', 'true');
      open(link, left.signal)
        .catch(() => loadDocument(link.href))
        .finally(() => {
          isOpening = false;
          link.removeAttribute('aria-busy');
        });
    };
    current?.addEventListener('click', onClick, { signal: left.signal });
    return () => left.abort();
  }, []);

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type guarantees sanitized HTML
  return <div ref={text} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
};
