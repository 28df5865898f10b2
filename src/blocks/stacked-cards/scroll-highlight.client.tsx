'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { topmostInView } from './topmost-in-view.ts';

type ScrollHighlightProps = {
  readonly children: ReactNode;
  readonly className: string | undefined;
};

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** A list whose item in view carries `data-in-view`: the last one in the page of those that show by more than half. */
export const ScrollHighlight = ({ children, className }: ScrollHighlightProps) => {
  const ref = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const list = ref.current;
    if (!list) return;

    const items = [...list.children];
    const shares = items.map(() => 0);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) shares[items.indexOf(target)] = intersectionRatio;
        const inView = topmostInView(shares);
        for (const [index, item] of items.entries()) item.toggleAttribute('data-in-view', index === inView);
      },
      { threshold: STEPS },
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
