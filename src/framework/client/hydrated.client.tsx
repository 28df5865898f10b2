'use client';

import { useEffect } from 'react';
import { HYDRATED_EVENT } from './click-replay.ts';

/** Says on the document that React has taken over. */
export const Hydrated = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    document.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);

  return null;
};
