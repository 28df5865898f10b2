import { type Dispatch, type ReactEventHandler, useEffect, useRef, useState } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './lightbox.module.css';
import type { LightboxImage } from './lightbox-image.ts';
import { STAGE } from './use-gestures.ts';
import { canPan, fittedSize, NO_VIEW, reduceView, type Shown, type Size, type View, type ViewAction } from './view.ts';

type SlideProps = {
  readonly image: LightboxImage;
  readonly isCurrent: boolean;
  /** Zoom, rotation and position of the current image. */
  readonly view: View;
  readonly dispatch: Dispatch<ViewAction>;
  /** How far the current image has been swiped, in CSS pixels; null when it is not being swiped. */
  readonly swipeOffset: number | null;
  readonly isDragging: boolean;
};

/** The size of an element's content box; null until it is measured. */
const useContentSize = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, size };
};

/** One image of the lightbox, fitted to its stage and transformed according to the view. */
export const Slide = ({ image, isCurrent, view, dispatch, swipeOffset, isDragging }: SlideProps) => {
  const { id, url, alt, preview, width, height } = image;
  const { ref, size: stage } = useContentSize();
  const [loaded, setLoaded] = useState<Pick<Shown, 'status' | 'natural'>>({
    status: 'loading',
    natural: { width, height },
  });
  const { status, natural } = loaded;

  useEffect(() => {
    if (isCurrent && stage) dispatch({ type: 'show', image: id, status, natural, stage });
  }, [isCurrent, id, status, natural, stage, dispatch]);

  const isInView = isCurrent && view.image === id;
  const initial = stage ? reduceView(NO_VIEW, { type: 'show', image: id, status, natural, stage }) : NO_VIEW;
  const own = isInView ? view : initial;

  const markLoaded: ReactEventHandler<HTMLImageElement> = async ({ currentTarget }) => {
    const { naturalWidth, naturalHeight } = currentTarget;
    // WebKit decodes an image after `load`, and would show an empty frame in place of the preview.
    await currentTarget.decode().catch(() => undefined);
    // An SVG may have no intrinsic size; then the size from the gallery is used.
    const hasSize = naturalWidth > 0 && naturalHeight > 0;
    setLoaded({ status: 'ready', natural: hasSize ? { width: naturalWidth, height: naturalHeight } : natural });
  };

  const style = {
    ...fittedSize(own),
    transform: [
      'translate(-50%, -50%)',
      `translate(${own.x + (isCurrent && swipeOffset !== null ? swipeOffset : 0)}px, ${own.y}px)`,
      `rotate(${own.rotation}deg)`,
      `scale(${own.scale})`,
    ].join(' '),
  };

  return (
    <div
      ref={ref}
      className={`yarl__slide_wrapper ${styles.stage}`}
      data-pannable={canPan(own) ? '' : undefined}
      data-held={isCurrent && isDragging ? '' : undefined}
      {...{ [STAGE]: isCurrent ? 'current' : 'beside' }}
    >
      {status === 'broken' ? (
        <div className={styles.broken}>
          <span role="img" aria-label="Broken image">
            <Glyph name="broken" size={96} />
          </span>
          <p>This picture couldn’t be loaded.</p>
        </div>
      ) : (
        <>
          {status === 'loading' && preview && (
            <img src={preview} alt="" className={styles.picture} style={style} draggable={false} />
          )}
          <img
            src={url}
            alt={alt}
            className={styles.picture}
            style={style}
            draggable={false}
            data-status={status}
            onLoad={markLoaded}
            onError={() => setLoaded({ status: 'broken', natural })}
          />
        </>
      )}
    </div>
  );
};
