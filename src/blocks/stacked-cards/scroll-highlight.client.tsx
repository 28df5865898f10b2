'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type ScrollHighlightProps = {
  readonly children: ReactNode;
  readonly className: string | undefined;
};

/**
 * Determines which of several overlapping cards, each covering the previous one, is the topmost in view.
 *
 * @param ratios the visible fraction of each card, from 0 to 1, in document order.
 * @returns the index of the last card that is more than half visible, otherwise of the most visible one; null if none is visible.
 */
const topmostInView = (ratios: readonly number[]): number | null => {
  const last = ratios.findLastIndex((ratio) => ratio > 0.5);
  if (last !== -1) return last;
  const most = Math.max(...ratios);
  return most > 0 ? ratios.indexOf(most) : null;
};

const THRESHOLDS = [0, 0.25, 0.5, 0.75, 1];

/** A list that marks the current item with `data-in-view`; see `topmostInView`. */
export const ScrollHighlight = ({ children, className }: ScrollHighlightProps) => {
  const ref = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const list = ref.current;
    if (!list) return;

    const items = [...list.children];
    const ratios = items.map(() => 0);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) ratios[items.indexOf(target)] = intersectionRatio;
        const inView = topmostInView(ratios);
        for (const [index, item] of items.entries()) item.toggleAttribute('data-in-view', index === inView);
      },
      { threshold: THRESHOLDS },
    );
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, []);

  return (
    <ol ref={ref} className={className}>
      {children}
    </ol>
  );
};
