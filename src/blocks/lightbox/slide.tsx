import { type Dispatch, type ReactEventHandler, useEffect, useRef, useState } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './lightbox.module.css';
import type { LightboxImage } from './lightbox-image.ts';
import { STAGE } from './use-gestures.ts';
import { canPan, fittedSize, NO_VIEW, reduceView, type Shown, type Size, type View, type ViewAction } from './view.ts';

type SlideProps = {
  readonly image: LightboxImage;
  readonly isCurrent: boolean;
  /** How the visitor looks at the current picture. */
  readonly view: View;
  readonly dispatch: Dispatch<ViewAction>;
  /** How far a swipe has taken the current picture. */
  readonly pulled: number | null;
  readonly isHeld: boolean;
};

/** The room inside an element's padding, null until it is measured. */
const useRoom = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size | null>(null);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, room };
};

/** One picture of the lightbox: fitted into its stage, then zoomed, turned and moved as the view says. */
export const Slide = ({ image, isCurrent, view, dispatch, pulled, isHeld }: SlideProps) => {
  const { id, url, alt, preview, width, height } = image;
  const { ref, room: stage } = useRoom();
  const [loaded, setLoaded] = useState<Pick<Shown, 'status' | 'natural'>>({
    status: 'loading',
    natural: { width, height },
  });
  const { status, natural } = loaded;

  useEffect(() => {
    if (isCurrent && stage) dispatch({ type: 'show', image: id, status, natural, stage });
  }, [isCurrent, id, status, natural, stage, dispatch]);

  const isShown = isCurrent && view.image === id;
  const fresh = stage ? reduceView(NO_VIEW, { type: 'show', image: id, status, natural, stage }) : NO_VIEW;
  const own = isShown ? view : fresh;

  const markLoaded: ReactEventHandler<HTMLImageElement> = ({ currentTarget: { naturalWidth, naturalHeight } }) => {
    // A drawing without a size of its own has none; it is shown as large as it says in the gallery.
    const hasSize = naturalWidth > 0 && naturalHeight > 0;
    setLoaded({ status: 'ready', natural: hasSize ? { width: naturalWidth, height: naturalHeight } : natural });
  };

  const place = {
    ...fittedSize(own),
    transform: [
      'translate(-50%, -50%)',
      `translate(${own.x + (isCurrent && pulled !== null ? pulled : 0)}px, ${own.y}px)`,
      `rotate(${own.rotation}deg)`,
      `scale(${own.scale})`,
    ].join(' '),
  };

  return (
    <div
      ref={ref}
      className={`yarl__slide_wrapper ${styles.stage}`}
      data-pannable={canPan(own) ? '' : undefined}
      data-held={isCurrent && isHeld ? '' : undefined}
      {...{ [STAGE]: isCurrent ? 'current' : 'beside' }}
    >
      {status === 'broken' ? (
        <div className={styles.broken}>
          <span role="img" aria-label="Broken image">
            <Glyph name="broken" size={96} />
          </span>
          <p>This picture could not be loaded.</p>
        </div>
      ) : (
        <>
          {status === 'loading' && preview && (
            <img src={preview} alt="" className={styles.picture} style={place} draggable={false} />
          )}
          <img
            src={url}
            alt={alt}
            className={styles.picture}
            style={place}
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
