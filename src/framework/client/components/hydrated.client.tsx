'use client';

import { useEffect } from 'react';
import { replayClick } from '../click-replay.ts';

/**
 * Sets `data-hydrated` on the root element, so that speculation rules can exclude hydrated documents, and replays a
 * click captured before hydration.
 */
export const Hydrated = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    replayClick();
  }, []);

  return null;
};
