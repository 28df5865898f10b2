'use client';

import { type ReactNode, ViewTransition } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

/** The transition type of a navigation to a page that was prefetched while the visitor pointed at its link. */
export const PREFETCHED = 'prefetched';

/**
 * Fades between pages, but not to a prefetched one (docs/decisions/0023) nor with reduced motion: even a transition without an
 * animation takes WebKit half a second.
 */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default={prefersReducedMotion() ? 'none' : { [PREFETCHED]: 'none', default: 'auto' }}>
    {children}
  </ViewTransition>
);
