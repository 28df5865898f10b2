'use client';

import { useEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** The router requests the error page as `/404`, so the title of the page ends with that path. */
const ERROR_PATH = /: \/404$/;

/**
 * For an error page that a client navigation leads to: puts the requested path into its title and focuses its heading.
 */
export const ErrorPageFocus = () => {
  useEffect(() => {
    if (location.pathname === '/404' || !ERROR_PATH.test(document.title)) return;
    document.title = document.title.replace(ERROR_PATH, `: ${location.pathname}${location.search}`);
    focusHeading();
  }, []);

  return null;
};
