'use client';

import { type ReactNode, ViewTransition } from 'react';

/** The type of a change to a page that was prepared while the visitor pointed at its link. */
export const PREPARED = 'prepared';

/**
 * Lets one page fade into the next where the browser can; the styles leave it out for who wants no motion. A page that is
 * ready is shown at once (docs/decisions/0023).
 */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default={{ [PREPARED]: 'none', default: 'auto' }}>{children}</ViewTransition>
);
