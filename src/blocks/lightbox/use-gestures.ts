import {
  type Dispatch,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { canPan, type Point, swipeDirection, type View, type ViewAction } from './view.ts';

/** Wheel events within this interval after a zoom step are ignored. */
const WHEEL_INTERVAL_MS = 80;
/** A pointer that moves less than this counts as a press instead of a drag. */
const SLACK_PX = 4;

type Gesture =
  | { readonly kind: 'none' | 'pinch' }
  | { readonly kind: 'press'; readonly from: Point; readonly on: EventTarget }
  | { readonly kind: 'pan' | 'swipe'; readonly from: Point };

type GesturesOptions = {
  readonly view: View;
  readonly dispatch: Dispatch<ViewAction>;
  readonly onSwipe: (direction: 'previous' | 'next') => void;
  /** Called when the area around the image is clicked. */
  readonly onClickBackdrop: () => void;
};

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** Attribute of each image's stage; its value is `current` for the image being shown. */
export const STAGE = 'data-stage';

const relativeToCenter = (shell: Element, { x, y }: Point): Point => {
  const stage = shell.querySelector(`[${STAGE}="current"]`) ?? shell;
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: x - left - width / 2, y: y - top - height / 2 };
};

const isBackdrop = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(`[${STAGE}], .yarl__slide`);

/** Gestures do not start on buttons, nor on captions, so that their text can be selected. */
const ignoresGestures = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('button, .yarl__slide_captions_container') !== null;

const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => ({
  x: clientX,
  y: clientY,
});

/**
 * Mouse, pen, touch and wheel gestures of the lightbox. `swipeOffset` is the distance of the current swipe in CSS pixels.
 * Attach the handlers to the shell rather than to an image: a second swipe may start in the gap between two images while
 * they still move. The handlers run in the capture phase, so that handled events do not reach the library's own handlers, except for
 * `onClick`: Safari on iPhones sends clicks beside controls only if an element has a listener of its own, which React adds for `onClick`
 * but not for `onClickCapture`. Closing on a backdrop click is handled here too, because the library mistakes a captured drag that
 * leaves its container for such a click.
 */
export const useGestures = ({ view, dispatch, onSwipe, onClickBackdrop }: GesturesOptions) => {
  const pointers = useRef(new Map<number, Point>());
  const gesture: RefObject<Gesture> = useRef<Gesture>({ kind: 'none' });
  const [swipeOffset, setSwipeOffset] = useState<number | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const lastWheel = useRef(Number.NEGATIVE_INFINITY);
  const pressed = useRef<EventTarget>(null);
  /** False until a first click: the second one of the double click that has opened the lightbox does nothing. */
  const isClicked = useRef(false);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || ignoresGestures(event)) return;
    const from = pointOf(event);
    pressed.current = null;
    pointers.current.set(event.pointerId, from);
    gesture.current = pointers.current.size === 1 ? { kind: 'press', from, on: event.target } : { kind: 'pinch' };
    setSwipeOffset(null);
    setIsDragging(pointers.current.size > 1);
  };

  const pinch = (event: PointerEvent, before: Point, now: Point): void => {
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const at = relativeToCenter(event.currentTarget, between(now, other));
    dispatch({ type: 'pinch', spread: distance(now, other) - distance(before, other), at });
  };

  const release = (event: PointerEvent): Gesture => {
    const { current } = gesture;
    const wasDown = pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) {
      gesture.current = { kind: 'none' };
      setSwipeOffset(null);
      setIsDragging(false);
    }
    return wasDown ? current : { kind: 'none' };
  };

  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    // The button was released outside the window.
    if (event.buttons === 0) {
      release(event);
      return;
    }
    const now = pointOf(event);
    pointers.current.set(event.pointerId, now);
    const { current } = gesture;
    if (current.kind === 'pinch') pinch(event, before, now);
    if (current.kind === 'press' && distance(current.from, now) > SLACK_PX) {
      event.currentTarget.setPointerCapture(event.pointerId);
      gesture.current = { kind: canPan(view) ? 'pan' : 'swipe', from: current.from };
      setIsDragging(true);
    }
    if (gesture.current.kind === 'pan') dispatch({ type: 'drag', by: minus(now, before) });
    if (gesture.current.kind === 'swipe') setSwipeOffset(now.x - gesture.current.from.x);
  };

  const onPointerUp = (event: PointerEvent): void => {
    const released = release(event);
    if (released.kind === 'none') return;
    if (released.kind === 'press') {
      pressed.current = released.on;
      return;
    }
    event.stopPropagation();
    const direction = released.kind === 'swipe' ? swipeDirection(minus(pointOf(event), released.from)) : null;
    if (direction) onSwipe(direction);
  };

  const onPointerCancel = (event: PointerEvent): void => {
    release(event);
  };

  const onWheel = (event: WheelEvent): void => {
    if (ignoresGestures(event)) return;
    event.stopPropagation();
    if (event.deltaY === 0 || gesture.current.kind !== 'none') return;
    if (event.timeStamp - lastWheel.current < WHEEL_INTERVAL_MS) return;
    lastWheel.current = event.timeStamp;
    const at = relativeToCenter(event.currentTarget, pointOf(event));
    dispatch({ type: event.deltaY < 0 ? 'zoomIn' : 'zoomOut', at });
  };

  const onClick = ({ detail, target }: MouseEvent): void => {
    if (detail < 2) isClicked.current = true;
    if (isClicked.current && target === pressed.current && isBackdrop(target)) onClickBackdrop();
  };

  const onDoubleClick = (event: MouseEvent): void => {
    if (!isClicked.current || ignoresGestures(event)) return;
    dispatch({ type: 'toggleNaturalSize', at: relativeToCenter(event.currentTarget, pointOf(event)) });
  };

  return {
    swipeOffset,
    isDragging,
    handlers: {
      onPointerDownCapture: onPointerDown,
      onPointerMoveCapture: onPointerMove,
      onPointerUpCapture: onPointerUp,
      onPointerCancelCapture: onPointerCancel,
      onWheelCapture: onWheel,
      onClick,
      onDoubleClickCapture: onDoubleClick,
    },
  };
};
