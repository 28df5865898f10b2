import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fittedSize,
  MAX_ZOOM,
  MIN_ZOOM,
  NO_VIEW,
  naturalScale,
  QUARTER_TURN,
  reduceView,
  type View,
  type ViewAction,
} from '../../../src/blocks/lightbox/view.ts';

describe('after any sequence of actions', () => {
  const coordinate = fc.double({ min: -2_000, max: 2_000, noNaN: true });
  const point = fc.record({ x: coordinate, y: coordinate });
  const size = fc.record({ width: fc.integer({ min: 1, max: 8_000 }), height: fc.integer({ min: 1, max: 8_000 }) });
  const action: fc.Arbitrary<ViewAction> = fc.oneof(
    fc.record({ type: fc.constantFrom('zoomIn', 'zoomOut', 'toggleNaturalSize'), at: point }),
    fc.record({ type: fc.constant('pinch'), spread: coordinate, at: point }),
    fc.record({ type: fc.constant('drag'), by: point }),
    fc.record({ type: fc.constantFrom('fit', 'rotateLeft', 'rotateRight') }),
    fc.record({
      type: fc.constant('show'),
      image: fc.constantFrom('one', 'two'),
      status: fc.constantFrom('loading', 'ready', 'broken'),
      natural: size,
      stage: size,
    }),
  );
  const session = fc.tuple(size, size, fc.array(action, { maxLength: 60 }));
  const listViews = ([natural, stage, actions]: readonly [View['natural'], View['stage'], readonly ViewAction[]]) => {
    let view = reduceView(NO_VIEW, { type: 'show', image: 'one', status: 'ready', natural, stage });
    return actions.map((next) => {
      view = reduceView(view, next);
      return view;
    });
  };

  test('the scale is within its limits, the image covers the stage or is centered in it, and the rotation is a quarter turn', () => {
    fc.assert(
      fc.property(session, (sample) => {
        for (const view of listViews(sample)) {
          expect([view.rotation, view.scale, view.x, view.y].every(Number.isFinite)).toBe(true);
          expect(view.scale, 'minimum').toBeGreaterThanOrEqual(MIN_ZOOM);
          expect(view.scale, 'maximum').toBeLessThanOrEqual(naturalScale(view) * MAX_ZOOM);
          expect(Math.abs(view.rotation % QUARTER_TURN), 'quarter turn').toBe(0);

          const fitted = fittedSize(view);
          const isSideways = view.rotation % 180 !== 0;
          const [width, height] = isSideways ? [fitted.height, fitted.width] : [fitted.width, fitted.height];
          const maxX = Math.max(0, (width * view.scale - view.stage.width) / 2);
          const maxY = Math.max(0, (height * view.scale - view.stage.height) / 2);
          expect(Math.abs(view.x), 'horizontal position').toBeLessThanOrEqual(maxX + 1e-6);
          expect(Math.abs(view.y), 'vertical position').toBeLessThanOrEqual(maxY + 1e-6);
        }
      }),
    );
  });
});
