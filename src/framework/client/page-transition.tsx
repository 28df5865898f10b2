'use client';

import { type ReactNode, ViewTransition } from 'react';

/** Lets one page fade into the next where the browser can; the styles leave it out for who wants no motion. */
export const PageTransition = ({ children }: { readonly children: ReactNode }) => (
  <ViewTransition default="auto">{children}</ViewTransition>
);
