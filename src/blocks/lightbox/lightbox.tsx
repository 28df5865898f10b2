import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef } from 'react';
import { type ControllerRef, Lightbox as Shell } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import { Announcement, actionOfKey, Controls } from './controls.tsx';
import { Glyph } from './glyph.tsx';
import type { LightboxImage } from './lightbox-image.ts';
import { Slide } from './slide.tsx';
import { useGestures } from './use-gestures.ts';
import { NO_VIEW, reduceView } from './view.ts';
import './shell.css';

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    /** The id of the image. Its URL is not unique: a gallery may contain the same image twice. */
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
  Previous: 'Previous picture',
  Next: 'Next picture',
} as const;

const CAROUSEL = { finite: true, preload: 1, padding: 0, spacing: '10%' } as const;
const ANIMATION = { fade: 200, swipe: 240 } as const;

/** Makes the cookie banner inert while the lightbox is open, even if the banner appears later. */
const useInertCookieBanner = (): void => {
  useEffect(() => {
    const makeInert = () => document.getElementById('cookie-box')?.setAttribute('inert', '');
    const observer = new MutationObserver(makeInert);
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      document.getElementById('cookie-box')?.removeAttribute('inert');
    };
  }, []);
};

/** Keeps a pinch on a touchpad, which is a wheel event with Ctrl pressed, from zooming the page in addition to the image. */
const usePageWithoutZoom = (): void => {
  useEffect(() => {
    const preventZoom = (event: WheelEvent): void => {
      if (event.ctrlKey) event.preventDefault();
    };
    // React's own listeners cannot do this, because they are passive. The gestures stop the event after its capture phase.
    const options = { capture: true, passive: false };
    addEventListener('wheel', preventZoom, options);
    return () => removeEventListener('wheel', preventZoom, options);
  }, []);
};

/**
 * Shows the images of a gallery one at a time in a modal. The library provides portal, focus
 * management, captions, counter and navigation; zoom, rotation and panning are implemented in `view.ts`.
 */
export const Lightbox = ({ images, index, onView, onClose }: LightboxProps) => {
  const [view, dispatch] = useReducer(reduceView, NO_VIEW);
  const shell = useRef<ControllerRef>(null);
  useInertCookieBanner();
  usePageWithoutZoom();

  useEffect(() => {
    // Each image has a URL with a hash. Following a link to that URL moves the focus out of the dialog, even if the
    // image is already shown.
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
        // Hidden from screen readers, which read the same text from the `alt` attribute.
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

  const { swipeOffset, isDragging, handlers } = useGestures({
    view,
    dispatch,
    onSwipe: swipe,
    onClickBackdrop: () => shell.current?.close(),
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
      on={{ view: ({ index: current }) => onView(current) }}
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
                swipeOffset={swipeOffset}
                isDragging={isDragging}
              />
            )
          );
        },
        controls: () => <Announcement view={view} index={index} total={images.length} alt={images[index]?.alt ?? ''} />,
        iconClose: () => <Glyph name="close" />,
        iconPrev: () => <Glyph name="previous" />,
        iconNext: () => <Glyph name="next" />,
        ...(isAlone ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
};
