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

/** A press within this time after another one counts from where that one scrolls to. */
const QUICK_MS = 500;

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
  const last = useRef({ at: -Infinity, left: 0 });

  const press = (step: 1 | -1): void => {
    const list = document.getElementById(listId);
    if (!list) return;
    const now = performance.now();
    const from = now - last.current.at < QUICK_MS ? last.current.left : list.scrollLeft;
    last.current = { at: now, left: scroll(list, step, from) };
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
