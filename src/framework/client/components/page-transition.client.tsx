'use client';

import { type ReactNode, ViewTransition } from 'react';

/** The transition type of a navigation to a page that was prefetched while the visitor pointed at its link. */
export const PREFETCHED = 'prefetched';

/** Fades between pages, but not to a prefetched one (docs/decisions/0023) nor, by the styles, with reduced motion. */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default={{ [PREFETCHED]: 'none', default: 'auto' }}>{children}</ViewTransition>
);
