'use client';

import type { ReactNode } from 'react';

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

/** Scrolls by one item, and wraps around at both ends. */
const scroll = (list: HTMLElement | null, step: 1 | -1): void => {
  if (!list) return;
  const starts = Array.from(list.children, (item) => item.getBoundingClientRect().left);
  const inset = Number.parseFloat(getComputedStyle(list).scrollPaddingInlineStart) || 0;
  const origin = list.getBoundingClientRect().left + inset;
  const distances = starts.map((left) => left - origin);
  const target =
    step === 1 ? distances.find((distance) => distance > 8) : distances.findLast((distance) => distance < -8);
  const isAtEnd = step === 1 && list.scrollLeft + list.clientWidth >= list.scrollWidth - 8;
  if (isAtEnd) list.scrollTo({ left: 0 });
  else list.scrollBy({ left: target ?? list.scrollWidth });
};

/** A list that scrolls horizontally, with buttons below it that scroll by one item. */
export const ScrollButtons = ({ classNames, listId, children }: ScrollButtonsProps) => (
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
          onClick={() => scroll(document.getElementById(listId), step)}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d={path} fill="currentColor" />
          </svg>
        </button>
      ))}
    </div>
  </>
);
