'use client';

import { type ReactNode, useRef } from 'react';

type ScrollButtonsProps = {
  /** Class names, passed by the server so that the styles are in the render-blocking style sheet of the page. */
  readonly classNames: Readonly<Record<'buttons' | 'button', string | undefined>>;
  /** The id of the list, whose items are in one row. */
  readonly listId: string;
  readonly children: ReactNode;
};

const DIRECTIONS = [
  { name: 'Previous', step: -1, path: 'M21 10.4H9.8l4.6-4.6L12 3.4 3.4 12l8.6 8.6 2.4-2.4-4.6-4.6H21z' },
  { name: 'Next', step: 1, path: 'M3 10.4h11.2L9.6 5.8 12 3.4l8.6 8.6-8.6 8.6-2.4-2.4 4.6-4.6H3z' },
] as const;

/** A scroll that a press has replaced may still end within this time. */
const REPLACED_MS = 60;

/** Scrolls by one item from a position, and wraps around at both ends. Returns the position to which the list scrolls. */
const scroll = (list: HTMLElement, step: 1 | -1, from: number): number => {
  const starts = Array.from(list.children, (item) => item.getBoundingClientRect().left);
  // The list shows its first item when it is not scrolled.
  const positions = starts.map((start) => start - (starts[0] ?? 0));
  const end = list.scrollWidth - list.clientWidth;
  const isAtEnd = step === 1 && from >= end - 8;
  const next =
    step === 1
      ? positions.find((position) => position > from + 8)
      : positions.findLast((position) => position < from - 8);
  const left = isAtEnd ? 0 : Math.min(next ?? end, end);
  list.scrollTo({ left });
  return left;
};

/** A list that scrolls horizontally, with buttons below it that scroll by one item. */
export const ScrollButtons = ({ classNames, listId, children }: ScrollButtonsProps) => {
  /** Where the list is scrolling to; null while it rests. */
  const target = useRef<number>(null);

  const press = (step: 1 | -1): void => {
    const list = document.getElementById(listId);
    if (!list) return;
    const left = scroll(list, step, target.current ?? list.scrollLeft);
    // In browsers that do not tell the end (Safari before 26.2) each press counts from where the list is.
    if (!('onscrollend' in list)) return;
    target.current = left;
    const pressedAt = performance.now();
    list.onscrollend = ({ timeStamp }) => {
      if (timeStamp - pressedAt > REPLACED_MS) target.current = null;
    };
  };

  return (
    <>
      {children}
      <div data-island="" data-print="none" className={`container ${classNames.buttons}`}>
        {DIRECTIONS.map(({ name, step, path }) => (
          <button
            key={name}
            type="button"
            aria-label={`${name} testimonial`}
            aria-controls={listId}
            className={classNames.button}
            onClick={() => press(step)}
          >
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d={path} fill="currentColor" />
            </svg>
          </button>
        ))}
      </div>
    </>
  );
};
