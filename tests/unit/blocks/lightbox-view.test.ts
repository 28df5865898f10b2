import { describe, expect, test } from 'vitest';
import {
  canPan,
  canZoomIn,
  canZoomOut,
  fittedSize,
  MAX_ZOOM,
  MIN_ZOOM,
  NO_VIEW,
  naturalScale,
  QUARTER_TURN,
  reduceView,
  SWIPE_TOLERANCE_PX,
  swipeDirection,
  type View,
  type ViewAction,
  ZOOM_STEP,
} from '../../../src/blocks/lightbox/view.ts';

const STAGE = { width: 800, height: 600 };

/** An image twice as large as the stage: it is fitted to 800 × 600, and its natural size is scale 2. */
const show = (natural = { width: 1_600, height: 1_200 }, stage = STAGE): View =>
  reduceView(NO_VIEW, { type: 'show', image: 'one', status: 'ready', natural, stage });

const having = (view: View, ...actions: readonly ViewAction[]): View => actions.reduce(reduceView, view);
const times = (count: number, action: ViewAction): ViewAction[] => Array.from({ length: count }, () => action);
const zoomIn: ViewAction = { type: 'zoomIn' };
const zoomOut: ViewAction = { type: 'zoomOut' };
const toggle: ViewAction = { type: 'toggleNaturalSize' };
const drag = (x: number, y: number): ViewAction => ({ type: 'drag', by: { x, y } });
const pinch = (spread: number): ViewAction => ({ type: 'pinch', spread, at: { x: 0, y: 0 } });

test('the constants are those of docs/requirements.md', () => {
  expect({ ZOOM_STEP, MAX_ZOOM, MIN_ZOOM, QUARTER_TURN, SWIPE_TOLERANCE_PX }).toEqual({
    ZOOM_STEP: 0.12,
    MAX_ZOOM: 3,
    MIN_ZOOM: 0.1,
    QUARTER_TURN: 90,
    SWIPE_TOLERANCE_PX: 50,
  });
});

describe('fitting', () => {
  test('an image is fitted to the stage but never enlarged', () => {
    expect(fittedSize(show())).toEqual({ width: 800, height: 600 });
    expect(fittedSize(show({ width: 2_000, height: 500 }))).toEqual({ width: 800, height: 200 });
    expect(fittedSize(show({ width: 64, height: 32 }))).toEqual({ width: 64, height: 32 });
  });

  test('rotated by 90 degrees, its width is fitted to the height of the stage', () => {
    const wide = show({ width: 2_000, height: 500 });

    expect(fittedSize(having(wide, { type: 'rotateRight' }))).toEqual({ width: 600, height: 150 });
    expect(fittedSize(having(wide, { type: 'rotateRight' }, { type: 'rotateRight' }))).toEqual(fittedSize(wide));
  });

  test('a stage or image of size 0 results in size 0', () => {
    expect(fittedSize(show({ width: 0, height: 0 }))).toEqual({ width: 0, height: 0 });
    expect(naturalScale(show(undefined, { width: 0, height: 0 }))).toBe(1);
  });
});

describe('zoom', () => {
  test('a step adds or subtracts 0.12', () => {
    expect(having(show(), zoomIn).scale).toBeCloseTo(1.12, 10);
    expect(having(show(), zoomIn, zoomIn).scale).toBeCloseTo(1.24, 10);
    expect(having(show(), zoomOut).scale).toBeCloseTo(0.88, 10);
  });

  test('a step that would reach three times the natural size has no effect', () => {
    const most = having(show(), ...times(100, zoomIn));

    expect(most.scale).toBeLessThan(2 * MAX_ZOOM);
    expect(most.scale + ZOOM_STEP).toBeGreaterThanOrEqual(2 * MAX_ZOOM);
    expect(canZoomIn(most)).toBe(false);
    expect(having(most, zoomIn)).toBe(most);
  });

  test('a step that would reach 0.1 has no effect', () => {
    const least = having(show(), ...times(100, zoomOut));

    expect(least.scale).toBeCloseTo(0.16, 10);
    expect(canZoomOut(least)).toBe(false);
    expect(having(least, zoomOut)).toBe(least);
  });

  test('the maximum is relative to the natural size: that of a small image is 3', () => {
    const most = having(show({ width: 64, height: 32 }), ...times(100, zoomIn));

    expect(most.scale).toBeLessThan(3);
    expect(most.scale).toBeGreaterThan(2.87);
  });

  test('a step to within 0.05 of scale 1 or the natural size snaps to it', () => {
    expect(naturalScale(show())).toBe(2);
    expect(having(show(), ...times(8, zoomIn)).scale).toBe(2);
    expect(having(show(), ...times(3, zoomOut), ...times(3, zoomIn)).scale).toBe(1);
  });

  test('the point under the pointer stays in place', () => {
    const at = { x: 200, y: 150 };
    const { x, y, scale } = having(show(), { ...toggle, at });

    expect({ x: (at.x - x) / scale, y: (at.y - y) / scale }).toEqual({ x: 200, y: 150 });
  });

  test('a double click toggles between the natural size and the previous scale', () => {
    expect(having(show(), toggle).scale).toBe(2);
    expect(having(show(), toggle, toggle).scale).toBe(1);
    expect(having(show(), zoomIn, toggle, toggle).scale).toBeCloseTo(1.12, 10);
  });

  test('a pinch zooms by 1.3 times its share of the image width, between scale 0.5 and 1.5 times the natural size', () => {
    expect(having(show(), pinch(80)).scale).toBeCloseTo(1.13, 10);
    expect(having(show(), ...times(200, pinch(20))).scale).toBeLessThan(3);
    expect(having(show(), ...times(200, pinch(20))).scale).toBeGreaterThan(2.95);
    expect(having(show(), ...times(200, pinch(-20))).scale).toBeGreaterThan(0.5);
    expect(having(show(), ...times(200, pinch(-20))).scale).toBeLessThan(0.55);
  });

  test('beyond the pinch range a pinch can only zoom back', () => {
    const most = having(show(), ...times(100, zoomIn));

    expect(having(most, pinch(20))).toBe(most);
    expect(having(most, pinch(-20)).scale).toBeLessThan(most.scale);
  });

  test('fitting resets scale and position but not rotation', () => {
    expect(having(show(), toggle, drag(90, 30), { type: 'rotateRight' }, { type: 'fit' })).toMatchObject({
      scale: 1,
      x: 0,
      y: 0,
      rotation: 90,
    });
  });
});

describe('rotation', () => {
  test('rotates by 90 degrees in both directions without limit', () => {
    expect(having(show(), ...times(5, { type: 'rotateRight' })).rotation).toBe(450);
    expect(having(show(), ...times(2, { type: 'rotateLeft' })).rotation).toBe(-180);
  });

  test('reduces the zoom to the maximum of the new fit', () => {
    const tall = show({ width: 600, height: 1_200 });
    const most = having(tall, ...times(100, zoomIn));
    const turned = having(most, { type: 'rotateRight' });

    expect(most.scale).toBeGreaterThan(5.8);
    expect(turned.scale).toBeLessThanOrEqual(naturalScale(turned) * MAX_ZOOM);
  });
});

describe('panning', () => {
  test('an image that fits cannot be panned', () => {
    expect(canPan(show())).toBe(false);
    expect(having(show(), drag(100, 100))).toMatchObject({ x: 0, y: 0 });
  });

  test('a zoomed image can be panned until its edge meets the edge of the stage', () => {
    const natural = having(show(), toggle);

    expect(canPan(natural)).toBe(true);
    expect(having(natural, drag(100, -50))).toMatchObject({ x: 100, y: -50 });
    expect(having(natural, drag(5_000, -5_000))).toMatchObject({ x: 400, y: -300 });
  });

  test('zooming out centers the image again', () => {
    expect(having(show(), toggle, drag(400, 300), toggle)).toMatchObject({ scale: 1, x: 0, y: 0 });
  });

  test.each([
    [51, 0, 'previous'],
    [-51, 0, 'next'],
    [50, 0, null],
    [-50, 0, null],
    [80, 81, null],
    [80, 80, null],
    [-80, 20, 'next'],
    [0, 300, null],
  ])('a swipe by %i horizontally and %i vertically goes to: %s', (x, y, direction) => {
    expect(swipeDirection({ x, y })).toBe(direction);
  });
});

describe('showing an image', () => {
  const next = { type: 'show', image: 'two', status: 'ready', natural: STAGE, stage: STAGE } as const;

  test('resets the view if it is another image', () => {
    const moved = having(show(), toggle, drag(100, 100), { type: 'rotateRight' });

    expect(having(moved, next)).toEqual(having(NO_VIEW, next));
  });

  test('keeps zoom and rotation if it is the same image in a resized window', () => {
    const moved = having(show(), zoomIn, { type: 'rotateRight' });
    const stage = { width: 1_000, height: 500 };
    const resized = having(moved, { ...next, image: 'one', natural: moved.natural, stage });

    expect(resized).toMatchObject({ scale: moved.scale, rotation: 90, stage });
  });

  test.each(['loading', 'broken'] as const)('actions have no effect while it is %s', (status) => {
    const still = having(NO_VIEW, { ...next, status });

    expect(
      having(still, zoomIn, zoomOut, toggle, pinch(50), drag(1, 1), { type: 'rotateRight' }, { type: 'fit' }),
    ).toBe(still);
  });
});
