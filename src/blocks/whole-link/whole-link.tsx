import type { ReactNode } from 'react';
import styles from './whole-link.module.css';

type WholeLinkProps = {
  readonly href: string;
  readonly children: ReactNode;
};

/** The link of an entry in a list: its headline, but the whole positioned box around it can be pressed. */
export const WholeLink = ({ href, children }: WholeLinkProps) => (
  <a href={href} className={styles.link}>
    {children}
  </a>
);
