import type { ReactNode } from 'react';
import styles from './whole-link.module.css';

type WholeLinkProps = {
  readonly href: string;
  readonly children: ReactNode;
};

/** The link of a list entry. Its click area covers the nearest positioned ancestor. */
export const WholeLink = ({ href, children }: WholeLinkProps) => (
  <a href={href} className={`stretched-link ${styles.link}`}>
    {children}
  </a>
);
