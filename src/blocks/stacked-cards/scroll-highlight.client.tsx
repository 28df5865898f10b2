'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type ScrollHighlightProps = {
  readonly children: ReactNode;
  readonly className: string | undefined;
};

/** A band across the middle of the window, higher than the gap between two items. */
const MIDDLE = '-45% 0px';

/**
 * A list that marks the items in the middle of the window with `data-in-view`. The last item stays marked after the list has been
 * scrolled past.
 */
export const ScrollHighlight = ({ children, className }: ScrollHighlightProps) => {
  const ref = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
          // The rectangle of an item that the browser has not rendered yet (`content-visibility`) is empty, at the top of the window.
          const isRendered = boundingClientRect.height > 0;
          const isPassed = isRendered && rootBounds !== null && boundingClientRect.bottom <= rootBounds.top;
          const isLast = target.nextElementSibling === null;
          target.toggleAttribute('data-in-view', isIntersecting || (isLast && isPassed));
        }
      },
      { rootMargin: MIDDLE },
    );
    for (const item of ref.current?.children ?? []) observer.observe(item);
    return () => observer.disconnect();
  }, []);

  return (
    <ol ref={ref} className={className}>
      {children}
    </ol>
  );
};
