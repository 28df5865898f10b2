'use client';

import { useEffect } from 'react';
import { HYDRATED_EVENT } from '../click-replay.ts';

/** Marks the document as hydrated, for styles and speculation rules, and dispatches the event that replays a held click. */
export const Hydrated = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    document.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);

  return null;
};
