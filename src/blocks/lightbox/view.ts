export type Size = { readonly width: number; readonly height: number };

/** In CSS pixels from the middle of the stage. */
export type Point = { readonly x: number; readonly y: number };

/** Specification §9. */
export const ZOOM_STEP = 0.12;
/** Times the picture's natural size. */
export const MAX_ZOOM = 3;
export const MIN_ZOOM = 0.1;
export const QUARTER_TURN = 90;
export const SWIPE_TOLERANCE_PX = 50;

/** The rules below the specification's constants are those of the viewer that they come from (vue-easy-lightbox). */
const SNAP = 0.05;
const PINCH_SPEED = 1.3;
const PINCH_MIN = 0.5;
const PINCH_MAX = 1.5;

/** The picture in front, and how the visitor looks at it. */
export type View = {
  /** The id of the picture; null before the first is there. */
  readonly image: string | null;
  readonly status: 'loading' | 'ready' | 'broken';
  /** The size of the picture itself. */
  readonly natural: Size;
  /** The room that it is shown in. */
  readonly stage: Size;
  /** 1 is the whole picture in the stage, never enlarged. */
  readonly scale: number;
  /** What a double click goes back to. */
  readonly lastScale: number;
  /** In degrees, clockwise, beyond a full turn too. */
  readonly rotation: number;
  /** How far the middle of the picture lies from the middle of the stage. */
  readonly x: number;
  readonly y: number;
};

export type Shown = Pick<View, 'status' | 'natural' | 'stage'> & { readonly image: string };

export type ViewAction =
  | ({ readonly type: 'show' } & Shown)
  | { readonly type: 'zoomIn' | 'zoomOut' | 'toggleNaturalSize'; readonly at?: Point }
  /** Two fingers: by how many pixels they went apart, and the point between them. */
  | { readonly type: 'pinch'; readonly spread: number; readonly at: Point }
  | { readonly type: 'drag'; readonly by: Point }
  | { readonly type: 'fit' | 'rotateLeft' | 'rotateRight' };

const MIDDLE: Point = { x: 0, y: 0 };
const NOTHING: Size = { width: 0, height: 0 };

export const NO_VIEW: View = {
  image: null,
  status: 'loading',
  natural: NOTHING,
  stage: NOTHING,
  scale: 1,
  lastScale: 1,
  rotation: 0,
  ...MIDDLE,
};

const turned = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** The size at scale 1, before turning: all of the turned picture is inside the stage, and none of it is enlarged. */
export const fittedSize = ({ natural, stage, rotation }: View): Size => {
  const room = turned(stage, rotation);
  const ratio = Math.min(1, room.width / natural.width, room.height / natural.height);
  return Number.isFinite(ratio) ? { width: natural.width * ratio, height: natural.height * ratio } : NOTHING;
};

/** The scale at which the picture has its natural size. */
export const naturalScale = (view: View): number => {
  const { width } = fittedSize(view);
  return width > 0 ? view.natural.width / width : 1;
};

/** How far the picture can be dragged from the middle: until its edge is at the edge of the stage. */
const reach = (view: View): Point => {
  const { width, height } = turned(fittedSize(view), view.rotation);
  return {
    x: Math.max(0, (width * view.scale - view.stage.width) / 2),
    y: Math.max(0, (height * view.scale - view.stage.height) / 2),
  };
};

/** Whether part of the picture is outside the stage. Then a drag moves it; else it goes to another picture. */
export const canPan = (view: View): boolean => {
  const { x, y } = reach(view);
  return view.status === 'ready' && (x > 0.5 || y > 0.5);
};

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Back inside the bounds, which follow from the stage and the rotation. */
const settle = (view: View): View => {
  const bounded = { ...view, scale: clamp(view.scale, MIN_ZOOM, naturalScale(view) * MAX_ZOOM) };
  const { x, y } = reach(bounded);
  return { ...bounded, x: clamp(view.x, -x, x), y: clamp(view.y, -y, y) };
};

/** What is under the point stays under it. */
const zoomAround = (view: View, scale: number, { x, y }: Point): View => {
  const growth = scale / view.scale;
  return settle({ ...view, scale, x: x - (x - view.x) * growth, y: y - (y - view.y) * growth });
};

const snap = (view: View, scale: number): number => {
  if (Math.abs(1 - scale) < SNAP) return 1;
  const natural = naturalScale(view);
  return Math.abs(natural - scale) < SNAP ? natural : scale;
};

/** The scale one step on; null where the step would leave the bounds and is refused. */
const stepScale = (view: View, direction: 1 | -1): number | null => {
  const scale = view.scale + direction * ZOOM_STEP;
  const isInside = direction === 1 ? scale < naturalScale(view) * MAX_ZOOM : scale > MIN_ZOOM;
  return isInside && view.status === 'ready' ? snap(view, scale) : null;
};

export const canZoomIn = (view: View): boolean => stepScale(view, 1) !== null;
export const canZoomOut = (view: View): boolean => stepScale(view, -1) !== null;

const step = (view: View, direction: 1 | -1, at: Point = MIDDLE): View => {
  const scale = stepScale(view, direction);
  return scale === null ? view : zoomAround({ ...view, lastScale: view.scale }, scale, at);
};

const toggleNaturalSize = (view: View, at: Point = MIDDLE): View => {
  const natural = naturalScale(view);
  return view.scale === natural
    ? zoomAround(view, view.lastScale, at)
    : zoomAround({ ...view, lastScale: view.scale }, natural, at);
};

const pinch = (view: View, spread: number, at: Point): View => {
  const { width } = fittedSize(view);
  const scale = view.scale + (spread / width) * PINCH_SPEED;
  const max = naturalScale(view) * PINCH_MAX;
  // Buttons reach further than fingers: from out there fingers lead back, but not on.
  const isRefused = !(width > 0) || (spread > 0 ? scale >= max : scale <= PINCH_MIN);
  return isRefused ? view : zoomAround(view, scale, at);
};

const change = (view: View, action: Exclude<ViewAction, { type: 'show' }>): View => {
  switch (action.type) {
    case 'zoomIn':
      return step(view, 1, action.at);
    case 'zoomOut':
      return step(view, -1, action.at);
    case 'toggleNaturalSize':
      return toggleNaturalSize(view, action.at);
    case 'pinch':
      return pinch(view, action.spread, action.at);
    case 'drag':
      return settle({ ...view, x: view.x + action.by.x, y: view.y + action.by.y });
    case 'fit':
      return { ...view, scale: 1, ...MIDDLE };
    case 'rotateLeft':
      return settle({ ...view, rotation: view.rotation - QUARTER_TURN });
    case 'rotateRight':
      return settle({ ...view, rotation: view.rotation + QUARTER_TURN });
  }
};

/**
 * How a view changes. Another picture begins anew; the same one with other sizes keeps zoom and rotation, inside the new
 * bounds. While a picture is loading, or cannot be loaded, nothing moves.
 */
export const reduceView = (view: View, action: ViewAction): View => {
  if (action.type === 'show') {
    const { type, ...shown } = action;
    return shown.image === view.image ? settle({ ...view, ...shown }) : { ...NO_VIEW, ...shown };
  }
  return view.status === 'ready' ? change(view, action) : view;
};

/** Where a drag across a picture that fits leads: more across than up or down, by more than the tolerance. */
export const swipeDirection = ({ x, y }: Point): 'previous' | 'next' | null => {
  if (Math.abs(x) <= SWIPE_TOLERANCE_PX || Math.abs(x) <= Math.abs(y)) return null;
  return x > 0 ? 'previous' : 'next';
};
