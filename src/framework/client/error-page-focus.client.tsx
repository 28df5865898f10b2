'use client';

import { useEffect } from 'react';
import { focusHeading } from './scroll.ts';

/** The router asks for the error page under an address of its own, which then stands in its title. */
const ERROR_ADDRESS = /: \/404$/;

/**
 * For the error page that a visitor comes to without a document being loaded: its title names the address that was asked
 * for, and the keyboard goes on from its heading.
 */
export const FocusErrorPage = () => {
  useEffect(() => {
    if (location.pathname === '/404' || !ERROR_ADDRESS.test(document.title)) return;
    document.title = document.title.replace(ERROR_ADDRESS, `: ${location.pathname}${location.search}`);
    focusHeading();
  }, []);

  return null;
};
