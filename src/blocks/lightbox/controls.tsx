import type { Dispatch, ReactNode } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './lightbox.module.css';
import { canZoomIn, canZoomOut, type View, type ViewAction } from './view.ts';

type ControlProps = {
  readonly label: string;
  readonly keys: string;
  readonly isRefused?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** A refused step leaves its button where it is, with the focus on it. */
const Control = ({ label, keys, isRefused = false, onPress, children }: ControlProps) => (
  <button
    type="button"
    className="yarl__button"
    title={label}
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-disabled={isRefused}
    onClick={onPress}
  >
    {children}
  </button>
);

type ControlsProps = { readonly view: View; readonly dispatch: Dispatch<ViewAction> };

/** Zoom and rotation. */
export const Controls = ({ view, dispatch }: ControlsProps) => {
  const isIdle = view.status !== 'ready';

  return (
    <fieldset className={styles.controls} aria-label="Zoom and rotation">
      <Control label="Zoom out" keys="-" isRefused={!canZoomOut(view)} onPress={() => dispatch({ type: 'zoomOut' })}>
        <Glyph name="zoomOut" />
      </Control>
      <Control label="Zoom in" keys="+" isRefused={!canZoomIn(view)} onPress={() => dispatch({ type: 'zoomIn' })}>
        <Glyph name="zoomIn" />
      </Control>
      <Control label="Fit to window" keys="0" isRefused={isIdle} onPress={() => dispatch({ type: 'fit' })}>
        <Glyph name="fit" />
      </Control>
      <Control label="Rotate left" keys="Shift+R" isRefused={isIdle} onPress={() => dispatch({ type: 'rotateLeft' })}>
        <Glyph name="rotateLeft" />
      </Control>
      <Control label="Rotate right" keys="R" isRefused={isIdle} onPress={() => dispatch({ type: 'rotateRight' })}>
        <Glyph name="rotateRight" />
      </Control>
    </fieldset>
  );
};

const PAN_STEP_PX = 60;

const ACTIONS: Readonly<Record<string, ViewAction>> = {
  '+': { type: 'zoomIn' },
  // The key of the plus sign, on keyboards that want Shift for it.
  '=': { type: 'zoomIn' },
  '-': { type: 'zoomOut' },
  '−': { type: 'zoomOut' },
  '0': { type: 'fit' },
  r: { type: 'rotateRight' },
  R: { type: 'rotateLeft' },
};

const PANS: Readonly<Record<string, ViewAction>> = {
  ArrowLeft: { type: 'drag', by: { x: PAN_STEP_PX, y: 0 } },
  ArrowRight: { type: 'drag', by: { x: -PAN_STEP_PX, y: 0 } },
  ArrowUp: { type: 'drag', by: { x: 0, y: PAN_STEP_PX } },
  ArrowDown: { type: 'drag', by: { x: 0, y: -PAN_STEP_PX } },
};

type Key = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

/**
 * What a key does to the picture: `+`, `-`, `0`, `r` and `R`, and arrows with Shift to look around in it. Null for all
 * others; keys with Ctrl, Alt or the command key are the browser's.
 */
export const actionOfKey = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): ViewAction | null => {
  if (ctrlKey || metaKey || altKey) return null;
  return ACTIONS[key] ?? (shiftKey ? PANS[key] : null) ?? null;
};

type PlaceProps = { readonly view: View; readonly index: number; readonly total: number; readonly alt: string };

/** Says to listeners which picture is in front and how it is shown. */
export const Place = ({ view: { status, scale, rotation }, index, total, alt }: PlaceProps) => {
  const turn = ((rotation % 360) + 360) % 360;
  const parts = [
    `Picture ${index + 1} of ${total}`,
    ...(alt ? [alt] : []),
    ...(status === 'broken' ? ['This picture could not be loaded'] : []),
    ...(scale === 1 ? [] : [`Zoom ${Math.round(scale * 100)}%`]),
    ...(turn === 0 ? [] : [`Turned by ${turn}°`]),
  ];

  return (
    <p role="status" className={styles.place}>
      {parts.join('. ')}
    </p>
  );
};
