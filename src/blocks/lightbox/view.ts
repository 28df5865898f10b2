export type Size = { readonly width: number; readonly height: number };

/** In CSS pixels. In a view and in actions, positions are relative to the center of the stage. */
export type Point = { readonly x: number; readonly y: number };

/** docs/requirements.md fixes the constants from here to `SWIPE_TOLERANCE_PX`. */
const ZOOM_STEP = 0.12;
/** Relative to the natural size of the image. */
const MAX_ZOOM = 3;
/** Relative to the fitted size. */
const MIN_ZOOM = 0.1;
const QUARTER_TURN = 90;
const SWIPE_TOLERANCE_PX = 50;

/** This and the pinch constants are taken from vue-easy-lightbox, as are the constants above. */
const SNAP = 0.05;
const PINCH_SPEED = 1.3;
const PINCH_MIN = 0.5;
const PINCH_MAX = 1.5;

/** The current image with its zoom, rotation and position. */
export type View = {
  /** The id of the image; null until the first one is measured. */
  readonly image: string | null;
  readonly status: 'loading' | 'ready' | 'broken';
  /** The natural size of the image. */
  readonly natural: Size;
  /** The size of the area in which the image is shown. */
  readonly stage: Size;
  /** At 1, the image is fitted to the stage, but never enlarged. */
  readonly scale: number;
  /** The scale that a double click at the natural size restores. */
  readonly lastScale: number;
  /** In degrees, clockwise; may be negative or exceed 360. */
  readonly rotation: number;
  /** Offset of the center of the image from the center of the stage. */
  readonly x: number;
  readonly y: number;
};

export type Shown = Pick<View, 'status' | 'natural' | 'stage'> & { readonly image: string };

export type ViewAction =
  | ({ readonly type: 'show' } & Shown)
  | { readonly type: 'zoomIn' | 'zoomOut' | 'toggleNaturalSize'; readonly at?: Point }
  /** Change of the distance between two fingers in pixels, and the point between them. */
  | { readonly type: 'pinch'; readonly spread: number; readonly at: Point }
  | { readonly type: 'drag'; readonly by: Point }
  | { readonly type: 'fit' | 'rotateLeft' | 'rotateRight' };

const CENTER: Point = { x: 0, y: 0 };
const EMPTY: Size = { width: 0, height: 0 };

export const NO_VIEW: View = {
  image: null,
  status: 'loading',
  natural: EMPTY,
  stage: EMPTY,
  scale: 1,
  lastScale: 1,
  rotation: 0,
  ...CENTER,
};

const rotated = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** The unrotated size at scale 1, chosen so that the rotated image fits the stage without being enlarged. */
export const fittedSize = ({ natural, stage, rotation }: View): Size => {
  const available = rotated(stage, rotation);
  const ratio = Math.min(1, available.width / natural.width, available.height / natural.height);
  return Number.isFinite(ratio) ? { width: natural.width * ratio, height: natural.height * ratio } : EMPTY;
};

/** The scale at which the image has its natural size. */
export const naturalScale = (view: View): number => {
  const { width } = fittedSize(view);
  return width > 0 ? view.natural.width / width : 1;
};

/** How far the image can be dragged from the center until its edge meets the edge of the stage. */
const panLimits = (view: View): Point => {
  const { width, height } = rotated(fittedSize(view), view.rotation);
  return {
    x: Math.max(0, (width * view.scale - view.stage.width) / 2),
    y: Math.max(0, (height * view.scale - view.stage.height) / 2),
  };
};

/** Whether the image extends beyond the stage. If so, a drag pans it; otherwise a drag swipes to another image. */
export const canPan = (view: View): boolean => {
  const { x, y } = panLimits(view);
  return view.status === 'ready' && (x > 0.5 || y > 0.5);
};

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Clamps zoom and position to their bounds. */
const clampView = (view: View): View => {
  const bounded = { ...view, scale: clamp(view.scale, MIN_ZOOM, naturalScale(view) * MAX_ZOOM) };
  const { x, y } = panLimits(bounded);
  return { ...bounded, x: clamp(view.x, -x, x), y: clamp(view.y, -y, y) };
};

/** Zooms so that the part of the image under the point stays there. */
const zoomAround = (view: View, scale: number, { x, y }: Point): View => {
  const growth = scale / view.scale;
  return clampView({ ...view, scale, x: x - (x - view.x) * growth, y: y - (y - view.y) * growth });
};

const snap = (view: View, scale: number): number => {
  if (Math.abs(1 - scale) < SNAP) return 1;
  const natural = naturalScale(view);
  return Math.abs(natural - scale) < SNAP ? natural : scale;
};

/** The scale after one zoom step; null if the step would reach a bound or the image is not ready. */
const stepScale = (view: View, direction: 1 | -1): number | null => {
  const scale = view.scale + direction * ZOOM_STEP;
  const isInside = direction === 1 ? scale < naturalScale(view) * MAX_ZOOM : scale > MIN_ZOOM;
  return isInside && view.status === 'ready' ? snap(view, scale) : null;
};

export const canZoomIn = (view: View): boolean => stepScale(view, 1) !== null;
export const canZoomOut = (view: View): boolean => stepScale(view, -1) !== null;

const step = (view: View, direction: 1 | -1, at: Point = CENTER): View => {
  const scale = stepScale(view, direction);
  return scale === null ? view : zoomAround({ ...view, lastScale: view.scale }, scale, at);
};

const toggleNaturalSize = (view: View, at: Point = CENTER): View => {
  const natural = naturalScale(view);
  return view.scale === natural
    ? zoomAround(view, view.lastScale, at)
    : zoomAround({ ...view, lastScale: view.scale }, natural, at);
};

const pinch = (view: View, spread: number, at: Point): View => {
  const { width } = fittedSize(view);
  const scale = view.scale + (spread / width) * PINCH_SPEED;
  const max = naturalScale(view) * PINCH_MAX;
  // Buttons, keys and the wheel have a wider zoom range. Beyond the pinch range, fingers can only zoom back into it.
  const isOutOfRange = !(width > 0) || (spread > 0 ? scale >= max : scale <= PINCH_MIN);
  return isOutOfRange ? view : zoomAround(view, scale, at);
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
      return clampView({ ...view, x: view.x + action.by.x, y: view.y + action.by.y });
    case 'fit':
      return { ...view, scale: 1, ...CENTER };
    case 'rotateLeft':
      return clampView({ ...view, rotation: view.rotation - QUARTER_TURN });
    case 'rotateRight':
      return clampView({ ...view, rotation: view.rotation + QUARTER_TURN });
  }
};

/**
 * Reduces an action. `show` resets the view for another image; for the same image with other sizes it keeps zoom and rotation
 * within the new bounds. While an image is loading or broken, all other actions have no effect.
 */
export const reduceView = (view: View, action: ViewAction): View => {
  if (action.type === 'show') {
    const { type, ...shown } = action;
    return shown.image === view.image ? clampView({ ...view, ...shown }) : { ...NO_VIEW, ...shown };
  }
  return view.status === 'ready' ? change(view, action) : view;
};

/** The direction of a swipe, null if it is not mostly horizontal or not longer than the tolerance. */
export const swipeDirection = ({ x, y }: Point): 'previous' | 'next' | null => {
  if (Math.abs(x) <= SWIPE_TOLERANCE_PX || Math.abs(x) <= Math.abs(y)) return null;
  return x > 0 ? 'previous' : 'next';
};
