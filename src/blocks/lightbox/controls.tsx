import type { Dispatch } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './lightbox.module.css';
import { canZoomIn, canZoomOut, type View, type ViewAction } from './view.ts';

const isReady = ({ status }: View): boolean => status === 'ready';

/** `type` is the action of a button and the name of its glyph. */
const BUTTONS = [
  { type: 'zoomOut', label: 'Zoom out', keys: '-', isEnabled: canZoomOut },
  { type: 'zoomIn', label: 'Zoom in', keys: '+', isEnabled: canZoomIn },
  { type: 'fit', label: 'Fit to window', keys: '0', isEnabled: isReady },
  { type: 'rotateLeft', label: 'Rotate left', keys: 'Shift+R', isEnabled: isReady },
  { type: 'rotateRight', label: 'Rotate right', keys: 'R', isEnabled: isReady },
] as const;

type ControlsProps = { readonly view: View; readonly dispatch: Dispatch<ViewAction> };

/** Buttons for zoom and rotation. */
export const Controls = ({ view, dispatch }: ControlsProps) => (
  <fieldset className={styles.controls} aria-label="Zoom and rotation">
    {BUTTONS.map(({ type, label, keys, isEnabled }) => (
      <button
        key={type}
        type="button"
        className="yarl__button"
        title={label}
        aria-label={label}
        aria-keyshortcuts={keys}
        // Instead of `disabled`, so that the button keeps the focus when it becomes disabled.
        aria-disabled={!isEnabled(view)}
        onClick={() => dispatch({ type })}
      >
        <Glyph name={type} />
      </button>
    ))}
  </fieldset>
);

const PAN_STEP_PX = 60;

const ACTIONS: Readonly<Record<string, ViewAction>> = {
  '+': { type: 'zoomIn' },
  // On many keyboards `+` is Shift and `=`. Accepting `=` makes Shift unnecessary.
  '=': { type: 'zoomIn' },
  '-': { type: 'zoomOut' },
  // U+2212, the minus sign, which some keyboard layouts produce instead of the hyphen.
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

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * The action of a key: `+` or `=`, `-` or `−` (minus sign), `0`, `r`, `R`, and Shift with an arrow key to pan. Null for
 * other keys, and for combinations with Ctrl, Alt or Command, which belong to the browser.
 */
export const actionOfKey = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): ViewAction | null => {
  if (ctrlKey || metaKey || altKey) return null;
  return ACTIONS[key] ?? (shiftKey ? PANS[key] : null) ?? null;
};

type AnnouncementProps = { readonly view: View; readonly index: number; readonly total: number; readonly alt: string };

/** Announces the current image, its zoom and its rotation to screen readers. */
export const Announcement = ({ view: { status, scale, rotation }, index, total, alt }: AnnouncementProps) => {
  const turn = ((rotation % 360) + 360) % 360;
  const phrases = [
    `Picture ${index + 1} of ${total}`,
    ...(alt ? [alt] : []),
    ...(status === 'broken' ? ['This picture couldn’t be loaded'] : []),
    ...(scale === 1 ? [] : [`Zoom ${Math.round(scale * 100)}%`]),
    ...(turn === 0 ? [] : [`Rotated by ${turn}°`]),
  ];

  return (
    <p role="status" className="visually-hidden">
      {phrases.join('. ')}
    </p>
  );
};
