import {
  type Dispatch,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import { canPan, type Point, swipeDirection, type View, type ViewAction } from './view.ts';

const WHEEL_PAUSE_MS = 80;
/** A pointer that moves less than this is pressed, not dragged. */
const SLACK_PX = 4;

type Gesture =
  | { readonly kind: 'none' | 'pinch' }
  | { readonly kind: 'press'; readonly from: Point; readonly on: EventTarget }
  | { readonly kind: 'pan' | 'swipe'; readonly from: Point };

type GesturesOptions = {
  readonly view: View;
  readonly dispatch: Dispatch<ViewAction>;
  readonly onSwipe: (direction: 'previous' | 'next') => void;
  /** A press beside the picture. */
  readonly onPressBackdrop: () => void;
};

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** Marks the stage of each picture; `current` is that of the picture in front. */
export const STAGE = 'data-stage';

const fromMiddle = (shell: Element, { x, y }: Point): Point => {
  const stage = shell.querySelector(`[${STAGE}="current"]`) ?? shell;
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: x - left - width / 2, y: y - top - height / 2 };
};

const isBackdrop = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(`[${STAGE}], .yarl__slide`);

/** Buttons are pressed, and the words below a picture can be selected. */
const isBesideStages = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('button, .yarl__slide_captions_container') !== null;

const anchorTargetOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => ({
  x: clientX,
  y: clientY,
});

/** Answers to every wheel event at most once in a while. */
const usePause = (pauseMs: number): ((now: number) => boolean) => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return (now) => {
    if (now - last.current < pauseMs) return false;
    last.current = now;
    return true;
  };
};

/**
 * What a visitor does to the picture with mouse, pen, fingers and wheel. `pulled` is how far a swipe has taken it so far.
 * The handlers belong on the shell: a second swipe comes while the pictures still move and may meet the gap between them.
 * They capture, so that what is used up here does not reach the shell. Closing on a press of the backdrop is not left to the
 * shell: it takes a drag that leaves its container, as one does as soon as the pointer is captured, for such a press.
 */
export const useGestures = ({ view, dispatch, onSwipe, onPressBackdrop }: GesturesOptions) => {
  const pointers = useRef(new Map<number, Point>());
  const gesture: RefObject<Gesture> = useRef<Gesture>({ kind: 'none' });
  const [pulled, setPulled] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const mayTurnWheel = usePause(WHEEL_PAUSE_MS);

  useEffect(() => {
    const held = pointers.current;
    return () => held.clear();
  }, []);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isBesideStages(event)) return;
    const from = anchorTargetOf(event);
    pointers.current.set(event.pointerId, from);
    gesture.current = pointers.current.size === 1 ? { kind: 'press', from, on: event.target } : { kind: 'pinch' };
    setPulled(null);
    setIsHeld(pointers.current.size > 1);
  };

  const pinch = (event: PointerEvent, before: Point, now: Point): void => {
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const at = fromMiddle(event.currentTarget, between(now, other));
    dispatch({ type: 'pinch', spread: distance(now, other) - distance(before, other), at });
  };

  const release = (event: PointerEvent): Gesture => {
    const { current } = gesture;
    const wasDown = pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) {
      gesture.current = { kind: 'none' };
      setPulled(null);
      setIsHeld(false);
    }
    return wasDown ? current : { kind: 'none' };
  };

  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    // The button was let go where nobody saw it: outside the window.
    if (event.buttons === 0) {
      release(event);
      return;
    }
    const now = anchorTargetOf(event);
    pointers.current.set(event.pointerId, now);
    const { current } = gesture;
    if (current.kind === 'pinch') pinch(event, before, now);
    if (current.kind === 'press' && distance(current.from, now) > SLACK_PX) {
      event.currentTarget.setPointerCapture(event.pointerId);
      gesture.current = { kind: canPan(view) ? 'pan' : 'swipe', from: current.from };
      setIsHeld(true);
    }
    if (gesture.current.kind === 'pan') dispatch({ type: 'drag', by: minus(now, before) });
    if (gesture.current.kind === 'swipe') setPulled(now.x - gesture.current.from.x);
  };

  const onPointerUp = (event: PointerEvent): void => {
    const released = release(event);
    if (released.kind === 'none') return;
    if (released.kind === 'press') {
      if (released.on === event.target && isBackdrop(event.target)) onPressBackdrop();
      return;
    }
    event.stopPropagation();
    const direction = released.kind === 'swipe' ? swipeDirection(minus(anchorTargetOf(event), released.from)) : null;
    if (direction) onSwipe(direction);
  };

  const onPointerCancel = (event: PointerEvent): void => {
    release(event);
  };

  const onWheel = (event: WheelEvent): void => {
    if (isBesideStages(event)) return;
    event.stopPropagation();
    if (event.deltaY === 0 || gesture.current.kind !== 'none' || !mayTurnWheel(event.timeStamp)) return;
    const at = fromMiddle(event.currentTarget, anchorTargetOf(event));
    dispatch({ type: event.deltaY < 0 ? 'zoomIn' : 'zoomOut', at });
  };

  const onDoubleClick = (event: MouseEvent): void => {
    if (isBesideStages(event)) return;
    dispatch({ type: 'toggleNaturalSize', at: fromMiddle(event.currentTarget, anchorTargetOf(event)) });
  };

  return {
    pulled,
    isHeld,
    handlers: {
      onPointerDownCapture: onPointerDown,
      onPointerMoveCapture: onPointerMove,
      onPointerUpCapture: onPointerUp,
      onPointerCancelCapture: onPointerCancel,
      onWheelCapture: onWheel,
      onDoubleClickCapture: onDoubleClick,
    },
  };
};
