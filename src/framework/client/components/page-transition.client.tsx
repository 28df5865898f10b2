'use client';

import { type ReactNode, ViewTransition } from 'react';

/** The transition type of a navigation to a page that was prefetched while the visitor pointed at its link. */
export const PREFETCHED = 'prefetched';

/**
 * Fades between pages where the browser supports view transitions; the styles disable it for reduced motion. A prefetched
 * page is shown without a fade (docs/decisions/0023).
 */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default={{ [PREFETCHED]: 'none', default: 'auto' }}>{children}</ViewTransition>
);
