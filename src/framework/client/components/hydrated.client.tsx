'use client';

import { useEffect } from 'react';
import { replayClick } from '../click-replay.ts';

/** Marks the document as hydrated, for styles and speculation rules, and replays a click captured before hydration. */
export const Hydrated = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    replayClick();
  }, []);

  return null;
};
