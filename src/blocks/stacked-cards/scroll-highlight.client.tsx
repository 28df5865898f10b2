'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { topmostInView } from './topmost-in-view.ts';

type ScrollHighlightProps = {
  readonly children: ReactNode;
  readonly className: string | undefined;
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
