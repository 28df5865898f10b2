import { describe, expect, test } from 'vitest';
import {
  canPan,
  canZoomIn,
  fittedSize,
  NO_VIEW,
  naturalScale,
  reduceView,
  swipeDirection,
  type View,
  type ViewAction,
} from '../../../src/blocks/lightbox/view.ts';

const STAGE = { width: 800, height: 600 };

/** An image twice as large as the stage: it is fitted to 800 × 600, and its natural size is scale 2. */
const showImage = (natural = { width: 1_600, height: 1_200 }, stage = STAGE): View =>
  reduceView(NO_VIEW, { type: 'show', image: 'one', status: 'ready', natural, stage });

const applyActions = (view: View, ...actions: readonly ViewAction[]): View => actions.reduce(reduceView, view);
const repeat = (count: number, action: ViewAction): ViewAction[] => Array.from({ length: count }, () => action);
const zoomIn: ViewAction = { type: 'zoomIn' };
const zoomOut: ViewAction = { type: 'zoomOut' };
const toggle: ViewAction = { type: 'toggleNaturalSize' };
const drag = (x: number, y: number): ViewAction => ({ type: 'drag', by: { x, y } });
const pinch = (spread: number): ViewAction => ({ type: 'pinch', spread, at: { x: 0, y: 0 } });

describe('fitting', () => {
  test('an image is fitted to the stage but never enlarged', () => {
    expect(fittedSize(showImage())).toEqual({ width: 800, height: 600 });
    expect(fittedSize(showImage({ width: 2_000, height: 500 }))).toEqual({ width: 800, height: 200 });
    expect(fittedSize(showImage({ width: 64, height: 32 }))).toEqual({ width: 64, height: 32 });
  });

  test('the width of an image rotated by 90 degrees is fitted to the height of the stage', () => {
    const wide = showImage({ width: 2_000, height: 500 });

    expect(fittedSize(applyActions(wide, { type: 'rotateRight' }))).toEqual({ width: 600, height: 150 });
    expect(fittedSize(applyActions(wide, { type: 'rotateRight' }, { type: 'rotateRight' }))).toEqual(fittedSize(wide));
  });

  test('an image of size 0 is fitted to size 0, and on a stage of size 0 the natural scale is 1', () => {
    expect(fittedSize(showImage({ width: 0, height: 0 }))).toEqual({ width: 0, height: 0 });
    expect(naturalScale(showImage(undefined, { width: 0, height: 0 }))).toBe(1);
  });
});

describe('zoom', () => {
  test('a step that would reach three times the natural size has no effect', () => {
    const maximum = applyActions(showImage(), ...repeat(100, zoomIn));

    expect(maximum.scale).toBeCloseTo(5.96, 10);
    expect(canZoomIn(maximum)).toBe(false);
    expect(applyActions(maximum, zoomIn)).toBe(maximum);
    const small = showImage({ width: 64, height: 32 });
    expect(applyActions(small, ...repeat(100, zoomIn)).scale, 'smaller than the stage').toBeCloseTo(2.92, 10);
  });

  test('a step that ends within 0.05 of scale 1 or of the natural scale snaps to that scale', () => {
    expect(naturalScale(showImage())).toBe(2);
    expect(applyActions(showImage(), ...repeat(8, zoomIn)).scale).toBe(2);
    expect(applyActions(showImage(), ...repeat(3, zoomOut), ...repeat(3, zoomIn)).scale).toBe(1);
  });

  test('the point under the pointer stays in place', () => {
    const at = { x: 200, y: 150 };
    const { x, y, scale } = applyActions(showImage(), { ...toggle, at });

    expect({ x: (at.x - x) / scale, y: (at.y - y) / scale }).toEqual({ x: 200, y: 150 });
  });

  test('a double click toggles between the natural size and the previous scale', () => {
    expect(applyActions(showImage(), toggle).scale).toBe(2);
    expect(applyActions(showImage(), toggle, toggle).scale).toBe(1);
    expect(applyActions(showImage(), zoomIn, toggle, toggle).scale).toBeCloseTo(1.12, 10);
  });

  test('a pinch zooms by 1.3 times its spread relative to the image width, between scale 0.5 and 1.5 times the natural size', () => {
    expect(applyActions(showImage(), pinch(80)).scale).toBeCloseTo(1.13, 10);
    expect(applyActions(showImage(), ...repeat(200, pinch(20))).scale).toBeLessThan(3);
    expect(applyActions(showImage(), ...repeat(200, pinch(20))).scale).toBeGreaterThan(2.95);
    expect(applyActions(showImage(), ...repeat(200, pinch(-20))).scale).toBeGreaterThan(0.5);
    expect(applyActions(showImage(), ...repeat(200, pinch(-20))).scale).toBeLessThan(0.55);
  });

  test('at a scale above the pinch range, a pinch can only zoom out', () => {
    const maximum = applyActions(showImage(), ...repeat(100, zoomIn));

    expect(applyActions(maximum, pinch(20))).toBe(maximum);
    expect(applyActions(maximum, pinch(-20)).scale).toBeLessThan(maximum.scale);
  });

  test('fitting resets scale and position but not rotation', () => {
    expect(applyActions(showImage(), toggle, drag(90, 30), { type: 'rotateRight' }, { type: 'fit' })).toMatchObject({
      scale: 1,
      x: 0,
      y: 0,
      rotation: 90,
    });
  });
});

describe('panning', () => {
  test('an image can be panned if it is zoomed, until its edge meets the edge of the stage', () => {
    const natural = applyActions(showImage(), toggle);

    expect([canPan(showImage()), canPan(natural)]).toEqual([false, true]);
    expect(applyActions(natural, drag(100, -50))).toMatchObject({ x: 100, y: -50 });
    expect(applyActions(natural, drag(5_000, -5_000))).toMatchObject({ x: 400, y: -300 });
    const rotated = applyActions(showImage(), { type: 'rotateRight' }, toggle, drag(5_000, -5_000));
    expect(rotated).toMatchObject({ x: expect.closeTo(200), y: expect.closeTo(-500) });
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

  test('resets the view for another image', () => {
    const moved = applyActions(showImage(), toggle, drag(100, 100), { type: 'rotateRight' });

    expect(applyActions(moved, next)).toEqual(applyActions(NO_VIEW, next));
  });

  test('keeps zoom and rotation for the same image in a resized window', () => {
    const moved = applyActions(showImage(), zoomIn, { type: 'rotateRight' });
    const stage = { width: 1_000, height: 500 };
    const resized = applyActions(moved, { ...next, image: 'one', natural: moved.natural, stage });

    expect(resized).toMatchObject({ scale: moved.scale, rotation: 90, stage });
  });

  test.each(['loading', 'broken'] as const)('actions have no effect while the image is %s', (status) => {
    const still = applyActions(NO_VIEW, { ...next, status });

    expect(
      applyActions(still, zoomIn, zoomOut, toggle, pinch(50), drag(1, 1), { type: 'rotateRight' }, { type: 'fit' }),
    ).toBe(still);
  });
});
