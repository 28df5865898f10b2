import { describe, expect, test } from 'vitest';
import { actionOfKey } from '../../../src/blocks/lightbox/controls.tsx';

describe('keys', () => {
  const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
    actionOfKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

  test('plus and minus zoom, 0 fits the image to the stage, and R rotates it', () => {
    expect(['+', '=', '-', '0', 'r', 'R'].map((key) => press(key)?.type)).toEqual([
      'zoomIn',
      'zoomIn',
      'zoomOut',
      'fit',
      'rotateRight',
      'rotateLeft',
    ]);
  });

  test('arrows pan only with Shift', () => {
    expect(press('ArrowLeft')).toBeNull();
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ type: 'drag', by: { x: 60, y: 0 } });
  });

  test('combinations with Ctrl, Alt and Command are ignored', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const) expect(press('+', { [held]: true })).toBeNull();
  });
});
