'use client';

import { Suspense, useEffect } from 'react';
import { replayClick } from '../click-replay.ts';

const Signal = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    replayClick();
  }, []);

  return null;
};

/**
 * Sets `data-hydrated` on the root element, so that speculation rules can exclude hydrated documents, and replays a
 * click captured before hydration. React hydrates the parts of a page after what is around them, and all of them together:
 * as one of them, the signal is not sent before they are hydrated.
 */
export const Hydrated = () => (
  <Suspense>
    <Signal />
  </Suspense>
);
