import type { ReactNode } from 'react';
import styles from './whole-link.module.css';

/** The link of a list entry. Its click area covers the nearest positioned ancestor. */
export const WholeLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a href={href} className={`stretched-link ${styles.link}`}>
    {children}
  </a>
);
