'use client';

import { type ReactNode, ViewTransition } from 'react';
import { prefersReducedMotion } from './scroll-and-focus.ts';

/** The transition type of a navigation to a page that was prefetched when its link was pointed at, touched or focused. */
export const PREFETCHED = 'prefetched';

/**
 * Fades between pages. There is no transition to a prefetched page (docs/decisions/0023), and none with reduced motion:
 * even a transition without an animation takes half a second in WebKit.
 */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default={prefersReducedMotion() ? 'none' : { [PREFETCHED]: 'none', default: 'auto' }}>
    {children}
  </ViewTransition>
);
