import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef } from 'react';
import { type ControllerRef, Lightbox as Shell } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import { actionOfKey, Controls, Place } from './controls.tsx';
import { Glyph } from './glyph.tsx';
import type { LightboxImage } from './lightbox-image.ts';
import { Slide } from './slide.tsx';
import { useGestures } from './use-gestures.ts';
import { NO_VIEW, reduceView } from './view.ts';
import './shell.css';

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    /** The id of its picture. One picture may be in a gallery twice, so its address does not tell which slide it is. */
    imageId?: string;
  }
}

type LightboxProps = {
  readonly images: readonly LightboxImage[];
  readonly index: number;
  readonly onView: (index: number) => void;
  readonly onClose: () => void;
};

const LABELS = {
  Lightbox: 'Pictures',
  'Photo gallery': 'Pictures',
  Carousel: 'carousel',
  Slide: 'picture',
  '{index} of {total}': '{index} of {total}',
  Previous: 'Previous picture',
  Next: 'Next picture',
  Close: 'Close',
} as const;

const CAROUSEL = { finite: true, preload: 1, padding: 0, spacing: '10%' } as const;
const ANIMATION = { fade: 200, swipe: 240 } as const;

/** The cookie box may come while pictures are open. It waits, like the rest of the page, until they are closed. */
const useConsentWaits = (): void => {
  useEffect(() => {
    const wait = () => document.getElementById('cookie-box')?.setAttribute('inert', '');
    const observer = new MutationObserver(wait);
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      document.getElementById('cookie-box')?.removeAttribute('inert');
    };
  }, []);
};

/**
 * The pictures of a gallery, one at a time over the page (specification §2, §9). The shell around the picture is a
 * library's: portal, focus, captions, counter, navigation without looping; what happens to the picture is `view.ts`.
 */
export const Lightbox = ({ images, index, onView, onClose }: LightboxProps) => {
  const [view, dispatch] = useReducer(reduceView, NO_VIEW);
  const shell = useRef<ControllerRef>(null);
  useConsentWaits();

  useEffect(() => {
    // Going to a part of the page takes the focus away, also when the part is a picture that is in front already.
    const takeFocus = () => shell.current?.focus();
    addEventListener('hashchange', takeFocus);
    return () => removeEventListener('hashchange', takeFocus);
  }, []);

  const slides = useMemo(
    () =>
      images.map(({ id, url, alt, width, height }) => ({
        imageId: id,
        src: url,
        alt,
        width,
        height,
        // The picture's text alternative says the same to listeners.
        description: alt ? <span aria-hidden="true">{alt}</span> : null,
      })),
    [images],
  );

  const pressKey = (event: KeyboardEvent): void => {
    const action = actionOfKey(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(action);
  };
  const swipe = (direction: 'previous' | 'next'): void =>
    direction === 'previous' ? shell.current?.prev() : shell.current?.next();

  const { pulled, isHeld, handlers } = useGestures({
    view,
    dispatch,
    onSwipe: swipe,
    onPressBackdrop: () => shell.current?.close(),
  });

  const container = { 'data-surface': 'asphalt', onKeyDownCapture: pressKey, ...handlers };
  const isAlone = images.length < 2;

  return (
    <Shell
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={isAlone ? [Captions] : [Captions, Counter]}
      labels={LABELS}
      carousel={CAROUSEL}
      animation={ANIMATION}
      controller={{
        ref: shell,
        closeOnEscape: true,
        disableSwipeNavigation: true,
      }}
      className="lightbox"
      portal={{ container }}
      toolbar={{ buttons: [<Controls key="controls" view={view} dispatch={dispatch} />, 'close'] }}
      on={{ view: ({ index: shown }) => onView(shown) }}
      render={{
        slide: ({ slide, offset }) => {
          const image = images.find(({ id }) => id === slide.imageId);
          return (
            image && (
              <Slide
                image={image}
                isCurrent={offset === 0}
                view={view}
                dispatch={dispatch}
                pulled={pulled}
                isHeld={isHeld}
              />
            )
          );
        },
        controls: () => <Place view={view} index={index} total={images.length} alt={images[index]?.alt ?? ''} />,
        iconClose: () => <Glyph name="close" />,
        iconPrev: () => <Glyph name="previous" />,
        iconNext: () => <Glyph name="next" />,
        ...(isAlone ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
};
