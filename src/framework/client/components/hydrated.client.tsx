'use client';

import { useEffect } from 'react';
import { replayClick } from '../click-replay.ts';
import { whenIdle } from '../idle.ts';

/**
 * Marks the document as hydrated, for styles and speculation rules, and replays a click that was held until then. When the browser
 * is idle after that, sections outside the window are rendered too (docs/decisions/0039).
 */
export const Hydrated = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    replayClick();
    whenIdle(() => {
      document.documentElement.dataset.renderAll = '';
    });
  }, []);

  return null;
};
